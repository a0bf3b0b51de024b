import { minimumAge, supportAnswerHours, uptimeTarget } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { uploadLimits } from "@sheaf/contracts/limits.ts";
import { fallbackPlans, ownPracticePlan } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { megabytes } from "../../ui/sizes.ts";
import { listed } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

const perFile = listed(fallbackPlans.map(({ name, maxFileBytes }) => `${megabytes(maxFileBytes)} MB with ${name}`));

/** The parties, the service and its acceptable use; in an own practice, between the practice and its members. */
export function usageTerms(operator: Installation): Section[] {
  const own = operator.kind === "practice";
  return [
    {
      id: "agreement",
      title: own ? "These terms" : "The agreement",
      body: own ? <OwnAgreement operator={operator} /> : <ServiceAgreement operator={operator} />,
    },
    { id: "account", title: "Your account", body: <Account own={own} /> },
    { id: "service", title: own ? "What Sheaf does" : "The service", body: <Service own={own} /> },
    { id: "availability", title: "Availability and support", body: <Availability operator={operator} own={own} /> },
    { id: "fair-use", title: "Acceptable use", body: <AcceptableUse own={own} /> },
  ];
}

function OwnAgreement({ operator }: { operator: Installation }) {
  return (
    <>
      <p>
        {operator.companyName} (“we”) operates this installation of Sheaf for its own practice. Sheaf converts documents
        to A4 PDFs and emails them to recipients chosen by its users. These terms apply to everyone who uses it here
        (“you”) and include the <Link to="/privacy">privacy notice</Link>.
      </p>
      <p>
        You may use Sheaf here once the owner of the practice has invited you. If you have a contract of employment or
        another contract with us, that contract prevails over these terms in the event of a conflict.
      </p>
    </>
  );
}

function ServiceAgreement({ operator }: { operator: Installation }) {
  return (
    <>
      <p>
        These terms are the agreement between {operator.companyName} (“we”) and the practice that signs up (“you”) for
        the use of Sheaf, a service that converts documents to A4 PDFs and emails them to recipients of your choice. The{" "}
        <Link to="/privacy">privacy notice</Link> and the <Link to="/refund">refund policy</Link> form part of it.
      </p>
      <p>
        Any person who signs up confirms that they are authorised to act for the practice. The service is for businesses
        and professionals, not for consumers.
      </p>
    </>
  );
}

function Account({ own }: { own: boolean }) {
  return (
    <ul>
      <li>Every person who uses an account must be {minimumAge} years of age or older.</li>
      <li>
        You must give accurate details, keep passwords confidential and tell us promptly if you believe that somebody
        else knows one.
      </li>
      <li>
        Each person must have their own user. {!own && "The plan determines the number of users. "}Every user has access
        to all data of the practice.
      </li>
      <li>The owner of the practice {!own && "pays, "}manages its members, exports its data and may delete it.</li>
      {!own && <li>You are responsible for everything done by your users.</li>}
    </ul>
  );
}

function Service({ own }: { own: boolean }) {
  return (
    <>
      <p>
        You upload files for one of {own ? "the practice’s" : "your"} customers. Each file is converted to A4. The
        result is one merged PDF or one PDF for each file, to download or to send by email. If a file cannot be
        converted, the service names it and gives the reason. No file is omitted without notice.
      </p>
      <p>
        Limits: {own ? `${megabytes(ownPracticePlan.maxFileBytes)} MB` : perFile} for each file;{" "}
        {uploadLimits.filesPerJob} files and {megabytes(uploadLimits.totalBytes)} MB for each upload
        {!own &&
          "; and the monthly number of documents of your plan. Each uploaded file is one document; of an archive or email, each file inside that becomes pages is one"}
        .
      </p>
      <p>
        A converted document may differ from the output of other software, for example where a font is not available.
        You must check a PDF before you rely on it. Emails are sent to the address that you enter; we are not
        responsible for how the recipient’s inbox processes them.
      </p>
    </>
  );
}

function Availability({ operator, own }: { operator: Installation; own: boolean }) {
  const email = <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>;
  const phone = operator.supportPhone && ` or by telephone on ${operator.supportPhone}`;
  return (
    <>
      <p>
        {own
          ? "We may suspend this installation for maintenance and do not guarantee that it is available at all times."
          : `Our target is to be available ${uptimeTarget} of the time, measured monthly and excluding announced maintenance. It is a target and not a warranty.`}
      </p>
      <p>
        Support is available by email at {email}
        {phone}, {operator.supportHours}.{" "}
        {!own &&
          `We answer within ${supportAnswerHours} hours on business days, giving priority to Small Firm and Growth Practice.`}
      </p>
    </>
  );
}

function AcceptableUse({ own }: { own: boolean }) {
  const service = own ? "installation" : "service";
  return (
    <>
      <p>You must not:</p>
      <ul>
        <li>upload anything that you may not lawfully hold or share, or that is designed to harm computers;</li>
        <li>
          {own
            ? "share a user, or use another person’s user;"
            : "circumvent limits, share a user, or attempt to access another practice’s data;"}
        </li>
        <li>send emails that their recipients have not requested;</li>
        <li>
          overload {!own && "or reverse-engineer "}the {service}, or test its security without our written consent
          {own ? "." : ";"}
        </li>
        {!own && <li>resell the service as your own.</li>}
      </ul>
      <p>
        We may suspend {own ? "a user who" : "an account that"} puts others or the {service} at risk.
        {!own &&
          " Unless the risk requires immediate suspension, we will first notify you in writing and state the remedy required."}
      </p>
    </>
  );
}
