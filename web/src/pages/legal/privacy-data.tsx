import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { Link } from "react-router";
import { count } from "../../ui/words.ts";
import { type KeptData, KeptTable } from "./kept-table.tsx";
import type { Section } from "./legal-page.tsx";
import { reading } from "./privacy-reading.tsx";

const legitimateInterest = "Our legitimate interests";

/** @param own the installation is for one practice: nobody buys anything */
const keptData = (own: boolean): KeptData[] => [
  {
    what: `Name, username, email address, password (hashed)${own ? "" : ", practice"}`,
    purpose: "Your account and signing in",
    basis: own ? legitimateInterest : "Our contract with you",
  },
  {
    what: "Customers, documents, emails and their delivery status",
    purpose: own ? "Converting and delivering documents for our customers" : "Converting and delivering documents",
    basis: own ? "Our contracts with customers, and our legal obligations" : "The practice’s instructions",
  },
  ...(own
    ? []
    : [
        {
          what: "Payments, with their dates, amounts and references",
          purpose: "Subscriptions, receipts and accounts",
          basis: "Our contract with you, and accounting law",
        },
      ]),
  {
    what: "Actions and their times, device and IP address of each sign-in",
    purpose: "Security and the audit log",
    basis: legitimateInterest,
  },
  { what: "Your messages to support", purpose: "Answering you", basis: legitimateInterest },
];

/** What is stored, why, for how long, and who else receives it. */
export function dataUse(operator: Installation): Section[] {
  const own = operator.kind === "practice";
  return [
    {
      id: "who",
      title: "Who we are",
      body: own ? <OwnController operator={operator} /> : <ServiceController operator={operator} />,
    },
    { id: "what", title: "What we keep, and why", body: <KeptTable kept={keptData(own)} /> },
    { id: "how-long", title: "How long we keep it", body: <RetentionPeriods own={own} /> },
    reading(own),
    { id: "shared", title: "Who receives it", body: <Recipients own={own} /> },
  ];
}

const EmailTo = ({ address }: { address: string }) => <a href={`mailto:${address}`}>{address}</a>;

function OwnController({ operator }: { operator: Installation }) {
  return (
    <>
      <p>
        {operator.companyName} operates this installation of Sheaf for its own practice. We are the controller of the
        personal data of its users and of the personal data in our customers’ documents. For any question about this
        notice, write to <EmailTo address={operator.supportEmail} />.
      </p>
      <p>
        If you are a customer of the practice, we process your documents to carry out the work that you have engaged us
        to do.
      </p>
    </>
  );
}

function ServiceController({ operator }: { operator: Installation }) {
  return (
    <>
      <p>
        {operator.companyName} operates this service and is the controller of the personal data of its users. For any
        question about this notice, write to <EmailTo address={operator.supportEmail} />.
      </p>
      <p>
        For your customers’ details and documents the practice is the controller, and we are its processor under section
        “Personal data in your documents” of the <Link to="/terms#processing">terms</Link>. If you are a customer of a
        practice, please contact your practice.
      </p>
    </>
  );
}

function RetentionPeriods({ own }: { own: boolean }) {
  return (
    <>
      <ul>
        <li>
          Documents, both originals and PDFs: the number of days set by the {own ? "owner" : "practice"}, by default{" "}
          {retention.defaultDays}. They are deleted automatically after {retention.documentDays} days at the latest.
        </li>
        <li>The list of jobs, without their files: for as long as the account exists.</li>
        <li>Customers, users and settings: until they or the account are deleted.</li>
        {!own && <li>Transaction records: {count(retention.transactionYears, "year")}, as required by law.</li>}
        <li>Audit logs: {count(retention.auditYears, "year")}.</li>
        <li>Sessions: until they end. Links in emails: until they are used or expire.</li>
      </ul>
      <p>
        When an account is deleted, its personal data is erased at once{!own && ", except the transaction records"}.
        Copies in backups are erased when the backup is.
      </p>
    </>
  );
}

function Recipients({ own }: { own: boolean }) {
  return (
    <>
      <p>{!own && "We do not sell personal data. "}We disclose it only to:</p>
      <ul>
        <li>the recipients chosen by users for their emails, and the email provider that transmits them;</li>
        {!own && (
          <li>the payment provider, if you pay online: only what the payment requires, and never a document;</li>
        )}
        <li>those who host {own ? "this installation" : "the service"} for us, who are bound by contract;</li>
        <li>authorities, where we are required by law to do so.</li>
      </ul>
      <p>
        Where a recipient processes personal data outside the United Kingdom, the transfer is covered by adequacy
        regulations or by the International Data Transfer Agreement.
      </p>
    </>
  );
}
