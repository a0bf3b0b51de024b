import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { count } from "../../ui/words.ts";
import { type KeptData, KeptTable } from "./kept-table.tsx";
import type { Section } from "./legal-page.tsx";

const kept: KeptData[] = [
  {
    what: "Name, username, email, password as a hash",
    purpose: "Your account and signing in",
    basis: "Our legitimate interest in safe access",
  },
  {
    what: "Customers, documents, emails and what became of them",
    purpose: "Converting and delivering documents for our customers",
    basis: "Our contracts with customers, and our legal obligations",
  },
  {
    what: "Who did what and when, device and IP address of sign-ins",
    purpose: "Security, and telling what happened",
    basis: "Our legitimate interest in both",
  },
  {
    what: "What you write to support",
    purpose: "Answering you",
    basis: "Our legitimate interest in that",
  },
];

/** What a practice that runs Sheaf for itself keeps, what for, and for how long. */
export const ownPracticeData = (operator: Installation): Section[] => [
  {
    id: "who",
    title: "Who we are",
    body: (
      <>
        <p>
          {operator.companyName} runs this installation of Sheaf for its own practice. We are the controller of the data
          about the people who use it, and of the personal data in our customers’ documents. Write to{" "}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a> on anything in this notice.
        </p>
        <p>If you are a customer of the practice, your documents are processed for the work that you asked us to do.</p>
      </>
    ),
  },
  {
    id: "what",
    title: "What we keep, and why",
    body: <KeptTable kept={kept} />,
  },
  {
    id: "how-long",
    title: "For how long",
    body: (
      <>
        <ul>
          <li>
            Documents, originals and PDFs alike: the days that the owner sets, {retention.defaultDays} to begin with;
            they are deleted automatically after {retention.documentDays} days at the latest.
          </li>
          <li>The list of jobs, without their files: as long as the practice’s account lasts.</li>
          <li>Customers, users and settings: until they are deleted.</li>
          <li>Audit logs, of who did what: {count(retention.auditYears, "year")}.</li>
          <li>Sessions: until they end. Links in emails: until they are used or have expired.</li>
        </ul>
        <p>Deleting an account erases its personal data at once. Copies in backups go when the backup does.</p>
      </>
    ),
  },
  {
    id: "shared",
    title: "Who else sees it",
    body: (
      <>
        <p>It is passed on only:</p>
        <ul>
          <li>to the recipients that users choose for their emails, and the email provider that carries them;</li>
          <li>to those who host this installation for us, if anybody does, bound by contract;</li>
          <li>to authorities, where the law obliges us.</li>
        </ul>
        <p>
          Should any of them process data outside the United Kingdom, it is under adequacy regulations or the
          International Data Transfer Agreement.
        </p>
      </>
    ),
  },
];
