import { minimumAge, supportAnswerHours, uptimeTarget } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { megabytes } from "../../ui/sizes.ts";
import { listed } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

const perFile = listed(fallbackPlans.map(({ name, maxFileBytes }) => `${megabytes(maxFileBytes)} MB with ${name}`));

/** Who, what and how it may be used. */
export const serviceTerms = (operator: Installation): Section[] => [
  {
    id: "agreement",
    title: "The agreement",
    body: (
      <>
        <p>
          These terms are the agreement between {operator.companyName} (“we”) and the practice that signs up (“you”) on
          the use of Sheaf, a service that turns documents into A4 PDFs and emails them where you choose. The{" "}
          <Link to="/privacy">privacy notice</Link> and the <Link to="/refund">refund policy</Link> belong to it.
        </p>
        <p>
          Whoever signs up confirms that they may act for the practice. The service is for businesses and professionals,
          not for consumers.
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
        <li>Give true details, keep passwords to yourself, and tell us at once if you think somebody else has one.</li>
        <li>
          Each person has a user of their own. The plan says how many users a practice may have; every one of them sees
          the whole practice.
        </li>
        <li>The owner of the practice pays, manages its members, exports its data and may delete it.</li>
        <li>What is done with your users counts as done by you.</li>
      </ul>
    ),
  },
  {
    id: "service",
    title: "What the service does",
    body: (
      <>
        <p>
          You upload files for one of your customers. Each is converted to A4, and the result is one merged PDF or one
          PDF for each file, which you download or have emailed. A file that cannot be converted is named with its
          reason and never left out silently.
        </p>
        <p>
          Limits: {perFile} for one file; {uploadLimits.filesPerJob} files and {megabytes(uploadLimits.totalBytes)} MB
          for one upload; and the documents a month of your plan. One uploaded file is one document.
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
      <>
        <p>
          Our target is to be available {uptimeTarget} of the time, measured by the month, planned maintenance that we
          announced left out. It is a target, not a warranty.
        </p>
        <p>
          Support is by email to <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
          {operator.supportPhone && ` or by telephone, ${operator.supportPhone}`}, {operator.supportHours}. You get an
          answer within {supportAnswerHours} hours on business days; Small Firm and Growth Practice are answered first.
        </p>
      </>
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
          <li>get around limits, share a user, or try to reach what belongs to another practice;</li>
          <li>send emails that their recipients did not ask for;</li>
          <li>overload or take apart the service, or test its security without our written consent;</li>
          <li>resell it as your own.</li>
        </ul>
        <p>
          We may suspend an account that puts others or the service at risk. Unless the risk forbids it we write first,
          and say what would mend it.
        </p>
      </>
    ),
  },
];
