import { priceChangeNoticeDays } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { Link } from "react-router";
import { count } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

/** Ownership and protection of data, the end of the agreement, liability and general provisions. */
export function dataTerms(operator: Installation): Section[] {
  const own = operator.kind === "practice";
  return [
    { id: "content", title: own ? "Documents" : "Your documents", body: <Content own={own} /> },
    {
      id: "processing",
      title: own ? "Personal data in documents" : "Personal data in your documents",
      body: own ? <OwnProcessing /> : <Processing />,
    },
    { id: "ending", title: own ? "When you leave" : "Termination", body: own ? <OwnEnding /> : <Termination /> },
    { id: "liability", title: "Liability", body: <Liability own={own} /> },
    { id: "general", title: "General", body: <General operator={operator} own={own} /> },
  ];
}

function Content({ own }: { own: boolean }) {
  return (
    <>
      <p>
        {own
          ? "Uploading a document does not change its ownership. Documents are used only to make and deliver PDFs."
          : "You retain all rights in what you upload and in the PDFs made from it. We use them only to provide the service: we do not read them, sell them, or use them to train anything."}
      </p>
      <p>
        Originals and PDFs are deleted automatically after the number of days set by {own ? "the owner" : "you"}, by
        default {retention.defaultDays}, and after {retention.documentDays} days at the latest. Sheaf is not an archive:
        you must download what you need to keep.
      </p>
    </>
  );
}

function OwnProcessing() {
  return (
    <p>
      We are the controller of the personal data in our customers’ documents. You must use it only for the work of the
      practice, keep it confidential, and tell us promptly if it may have been lost or disclosed without authority. The{" "}
      <Link to="/privacy#security">privacy notice</Link> describes how it is protected.
    </p>
  );
}

function Processing() {
  return (
    <>
      <p>
        For personal data in what you upload, you are the controller and we are your processor under the UK GDPR. This
        section is the contract required by its article 28.
      </p>
      <ul>
        <li>
          We process the data only on your instructions, which you give by using the service: to convert, store, email
          and delete your customers’ documents, for as long as your account exists.
        </li>
        <li>
          Every person with possible access to it is bound by confidentiality. Our administrators’ portal shows none of
          it.
        </li>
        <li>
          We protect it as described in the <Link to="/privacy#security">privacy notice</Link>, and assist you with data
          subjects’ requests, impact assessments and personal data breaches.
        </li>
        <li>We notify you of a breach affecting your data without undue delay after becoming aware of it.</li>
        <li>
          We engage sub-processors for hosting and for sending email. We identify them on request, bind them to the same
          obligations, and notify you before adding one so that you can object.
        </li>
        <li>You may download and delete all data yourself at any time. Remaining data is deleted as stated above.</li>
        <li>We provide the information needed to demonstrate compliance and allow audits on reasonable notice.</li>
      </ul>
    </>
  );
}

function OwnEnding() {
  return (
    <p>
      You may delete your account in Settings at any time, and the owner may remove it. Documents that you uploaded
      remain with the practice. If the owner deletes the practice, all of its data is erased at once.
    </p>
  );
}

function Termination() {
  return (
    <>
      <p>
        You may delete your account in Settings at any time. Personal data is then erased at once, except transaction
        records, which the law requires us to keep for {count(retention.transactionYears, "year")}. Download what you
        need beforehand.
      </p>
      <p>
        We may terminate the agreement on {priceChangeNoticeDays} days’ notice, refunding the days that you have paid
        for and cannot use, or with immediate effect if you materially breach these terms and do not remedy the breach.
      </p>
    </>
  );
}

function Liability({ own }: { own: boolean }) {
  return (
    <>
      <p>
        Nothing in these terms limits liability for death or personal injury caused by negligence, for fraud, or for
        anything else for which liability cannot be limited by law.
        {own && " Your statutory rights as an employee are not affected."}
      </p>
      <p>
        {own
          ? "Subject to that, we are not liable for indirect loss or for data that could have been downloaded."
          : "Subject to that, we are not liable for loss of profit or business, for indirect loss, or for data that you could have downloaded. Our total liability in any period of twelve months is limited to the greater of £100 and the amount that you paid us in that period."}
      </p>
    </>
  );
}

function General({ operator, own }: { operator: Installation; own: boolean }) {
  const email = <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>;
  return (
    <>
      <p>
        We will notify you of any material change to these terms {priceChangeNoticeDays} days in advance.
        {!own && " If you do not agree, you may leave, and we will refund what you have paid for the days afterwards."}
      </p>
      <p>
        If any provision of these terms is invalid, the others remain in force.
        {!own && " Neither party is liable for events beyond its reasonable control."} These terms are governed by the
        law of England and Wales, whose courts have jurisdiction.
      </p>
      <p>
        You can contact {operator.companyName} at {email}
        {operator.supportPhone && ` or ${operator.supportPhone}`}.
      </p>
    </>
  );
}
