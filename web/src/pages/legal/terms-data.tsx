import { priceChangeNoticeDays } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { Link } from "react-router";
import { count } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

/** Whose data it is, what is kept, what we answer for. */
export const dataTerms = (operator: Installation): Section[] => [
  {
    id: "content",
    title: "Your documents stay yours",
    body: (
      <>
        <p>
          You keep every right in what you upload and in the PDFs made from it. We use it only to give you the service:
          we do not read it, sell it, or train anything with it.
        </p>
        <p>
          Originals and PDFs are deleted automatically after the number of days that you set, {retention.defaultDays} to
          begin with, and after {retention.documentDays} days at the latest. Sheaf is not an archive: download what you
          must keep.
        </p>
      </>
    ),
  },
  {
    id: "processing",
    title: "Personal data in your documents",
    body: (
      <>
        <p>
          For personal data in what you upload, you are the controller and we are your processor under the UK GDPR. This
          section is the contract that its article 28 asks for.
        </p>
        <ul>
          <li>
            We process it on your instructions only, which are given by using the service: to convert, store, email and
            delete your customers’ documents, for as long as your account lasts.
          </li>
          <li>
            Everybody who could see it is bound to confidentiality, and our administrators’ portal shows none of it.
          </li>
          <li>
            We protect it as the <Link to="/privacy#security">privacy notice</Link> describes, and help you with your
            own duties: requests of the people concerned, assessments, and breaches.
          </li>
          <li>We tell you of a breach that concerns your data without undue delay after we learn of it.</li>
          <li>
            We use other processors for hosting and for sending email. We name them when asked, bind them to the same
            duties, and tell you before we add one, so that you can object.
          </li>
          <li>You may download everything and delete it yourself, at any time. What is left is deleted as above.</li>
          <li>We give you what you need to show that all this is kept, audits included, on reasonable notice.</li>
        </ul>
      </>
    ),
  },
  {
    id: "ending",
    title: "Ending the agreement",
    body: (
      <>
        <p>
          You may delete your account at any time, in Settings. Personal data is then erased at once, except the
          transaction records, which the law wants kept for {count(retention.transactionYears, "year")}. Download what
          you need before.
        </p>
        <p>
          We may end the agreement with {priceChangeNoticeDays} days’ notice, and return what you have paid for days
          that you then cannot use; or at once, if you break these terms badly and do not mend it.
        </p>
      </>
    ),
  },
  {
    id: "liability",
    title: "What we answer for",
    body: (
      <>
        <p>
          Nothing in these terms limits liability for death or injury caused by negligence, for fraud, or for anything
          else for which the law does not allow a limit.
        </p>
        <p>
          Otherwise we do not answer for lost profit or business, for indirect loss, or for data that you could have
          downloaded; and our liability in any twelve months is limited to what you paid us in those twelve months, or
          to £100 if that is more.
        </p>
      </>
    ),
  },
  {
    id: "general",
    title: "The rest",
    body: (
      <>
        <p>
          If we change these terms in a way that matters to you, we write to you {priceChangeNoticeDays} days before. If
          you do not agree, you may leave, and what you have paid for the days after is returned.
        </p>
        <p>
          If a part of these terms does not hold, the rest does. Neither of us answers for what is beyond our control.
          The law of England and Wales applies, and its courts decide.
        </p>
        <p>
          {operator.companyName} is reached at <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>
          {operator.supportPhone && `, ${operator.supportPhone}`}.
        </p>
      </>
    ),
  },
];
