import { minimumAge, priceChangeNoticeDays } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention, uploadLimits } from "@sheaf/contracts/limits.ts";
import { ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { megabytes } from "../../ui/sizes.ts";
import type { Section } from "./legal-page.tsx";

/** Between a practice that runs Sheaf for itself and the people who use it there: nothing is bought. */
export const ownPracticeTerms = (operator: Installation): Section[] => [...use(operator), ...data(operator)];

const use = (operator: Installation): Section[] => [
  {
    id: "agreement",
    title: "These terms",
    body: (
      <>
        <p>
          {operator.companyName} (“we”) runs this installation of Sheaf for its own practice. Sheaf turns documents into
          A4 PDFs and emails them where its users choose. These terms apply to everybody who uses it here (“you”). The{" "}
          <Link to="/privacy">privacy notice</Link> belongs to them.
        </p>
        <p>
          You may use Sheaf here once the owner of the practice has invited you. If you have a contract of employment or
          another contract with us, that contract prevails where it differs from these terms.
        </p>
      </>
    ),
  },
  {
    id: "account",
    title: "Your account",
    body: (
      <ul>
        <li>Everybody who uses an account must be {minimumAge} years of age or older.</li>
        <li>Give true details, keep your password to yourself, and tell us at once if you think somebody has it.</li>
        <li>Each person has a user of their own. Every user sees the whole practice.</li>
        <li>The owner of the practice manages its members, exports its data and may delete it.</li>
      </ul>
    ),
  },
  {
    id: "service",
    title: "What Sheaf does",
    body: (
      <>
        <p>
          You upload files for one of the practice’s customers. Each is converted to A4, and the result is one merged
          PDF or one PDF for each file, which you download or have emailed. A file that cannot be converted is named
          with its reason and never left out silently.
        </p>
        <p>
          Limits: {megabytes(ownPracticePlan.maxFileBytes)} MB for one file; {uploadLimits.filesPerJob} files and{" "}
          {megabytes(uploadLimits.totalBytes)} MB for one upload.
        </p>
        <p>
          A conversion can differ from what another program prints, for instance where a font is missing. Look at a PDF
          before you rely on it. Emails go to the address that you give; whether the inbox files them is up to its
          provider.
        </p>
      </>
    ),
  },
  {
    id: "availability",
    title: "Availability and support",
    body: (
      <p>
        We may stop this installation for maintenance, and do not promise that it is available at all times. For support
        write to <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
        {operator.supportPhone && ` or telephone ${operator.supportPhone}`}, {operator.supportHours}.
      </p>
    ),
  },
  {
    id: "fair-use",
    title: "Fair use",
    body: (
      <>
        <p>You agree not to:</p>
        <ul>
          <li>upload what you may not lawfully hold or share, or what is meant to harm computers;</li>
          <li>share a user, or use that of somebody else;</li>
          <li>send emails that their recipients did not ask for;</li>
          <li>overload the installation, or test its security without our written consent.</li>
        </ul>
        <p>We may suspend a user who puts others or the installation at risk.</p>
      </>
    ),
  },
];

const data = (operator: Installation): Section[] => [
  {
    id: "content",
    title: "Documents",
    body: (
      <>
        <p>
          Uploading a document does not change who owns it. It is used to make PDFs and to deliver them, and for nothing
          else.
        </p>
        <p>
          Originals and PDFs are deleted automatically after the number of days that the owner sets,{" "}
          {retention.defaultDays} to begin with, and after {retention.documentDays} days at the latest. Sheaf is not an
          archive: download what must be kept.
        </p>
      </>
    ),
  },
  {
    id: "processing",
    title: "Personal data in documents",
    body: (
      <p>
        We are the controller of the personal data in our customers’ documents. Use it for the work of the practice
        only, keep it confidential, and tell us at once if it may have been lost or seen by somebody who is not entitled
        to see it. The <Link to="/privacy#security">privacy notice</Link> says how it is protected.
      </p>
    ),
  },
  {
    id: "ending",
    title: "When you leave",
    body: (
      <p>
        You may delete your account at any time, in Settings, and the owner may remove it. What you uploaded stays with
        the practice. If the owner deletes the practice, all of its data is erased at once.
      </p>
    ),
  },
  {
    id: "liability",
    title: "Liability",
    body: (
      <>
        <p>
          Nothing in these terms limits liability for death or injury caused by negligence, for fraud, or for anything
          else for which the law does not allow a limit. They take away none of your rights as an employee.
        </p>
        <p>Otherwise we are not liable for indirect loss, or for data that could have been downloaded.</p>
      </>
    ),
  },
  {
    id: "general",
    title: "General",
    body: (
      <>
        <p>
          If we change these terms in a way that matters to you, we tell you {priceChangeNoticeDays} days before. If a
          part of these terms is invalid, the rest remains in force.
        </p>
        <p>The law of England and Wales applies, and its courts decide.</p>
        <p>
          {operator.companyName} is reached at <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
          {operator.supportPhone && `, ${operator.supportPhone}`}.
        </p>
      </>
    ),
  },
];
