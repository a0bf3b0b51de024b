import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { Link } from "react-router";
import { count } from "../../ui/words.ts";
import { type KeptData, KeptTable } from "./kept-table.tsx";
import type { Section } from "./legal-page.tsx";

const kept: KeptData[] = [
  {
    what: "Name, username, email, password as a hash, practice",
    purpose: "Your account and signing in",
    basis: "Our contract with you",
  },
  {
    what: "Customers, documents, emails and what became of them",
    purpose: "Converting and delivering for the practice",
    basis: "The practice’s instructions",
  },
  {
    what: "Payments, their dates, amounts and references",
    purpose: "Subscriptions, receipts, accounts",
    basis: "Contract, and the law on accounts",
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

/** What is kept, what for, and for how long. */
export const dataUse = (operator: Installation): Section[] => [
  {
    id: "who",
    title: "Who we are",
    body: (
      <>
        <p>
          {operator.companyName} runs this service and is the controller of the data about its users. Write to{" "}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a> on anything in this notice.
        </p>
        <p>
          Your customers’ details and documents are another matter: there the practice is the controller, and we process
          them for it, as section “Personal data in your documents” of the <Link to="/terms#processing">terms</Link>{" "}
          says. If you are a customer of a practice, please ask your practice.
        </p>
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
            Documents, originals and PDFs alike: the days that the practice sets, {retention.defaultDays} to begin with;
            they are deleted automatically after {retention.documentDays} days at the latest.
          </li>
          <li>The list of jobs, without their files: as long as the account lasts.</li>
          <li>Customers, users and settings: until you delete them, or the account.</li>
          <li>Transaction records: {count(retention.transactionYears, "year")}, as the law wants.</li>
          <li>Audit logs, of who did what: {count(retention.auditYears, "year")}.</li>
          <li>Sessions: until they end. Links in emails: until they are used or have run out.</li>
        </ul>
        <p>
          Deleting an account erases its personal data at once, the transaction records excepted. Copies in backups go
          when the backup does.
        </p>
      </>
    ),
  },
  {
    id: "shared",
    title: "Who else sees it",
    body: (
      <>
        <p>Nobody buys data from us. It is passed on only:</p>
        <ul>
          <li>to the recipients that a practice chooses for its emails, and the email provider that carries them;</li>
          <li>to the payment provider, when you pay online: it gets what the payment needs, and no document;</li>
          <li>to those who host the service for us, bound by contract;</li>
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
