import type { Installation } from "@sheaf/contracts/installation.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { Link } from "react-router";
import { count } from "../../ui/words.ts";
import type { Section } from "./legal-page.tsx";

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
    body: (
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard
      <section className="paper__scroll" tabIndex={0} aria-label="What we keep, and why">
        <table className="table table--pub table--price" aria-label="What we keep, and why">
          <thead>
            <tr>
              <th scope="col">What</th>
              <th scope="col">What for</th>
              <th scope="col">Allowed by</th>
            </tr>
          </thead>
          <tbody>
            <tr>
              <td>Name, username, email, password as a hash, practice</td>
              <td>Your account and signing in</td>
              <td>Our contract with you</td>
            </tr>
            <tr>
              <td>Customers, documents, emails and what became of them</td>
              <td>Converting and delivering for the practice</td>
              <td>The practice’s instructions</td>
            </tr>
            <tr>
              <td>Payments, their dates, amounts and references</td>
              <td>Subscriptions, receipts, accounts</td>
              <td>Contract, and the law on accounts</td>
            </tr>
            <tr>
              <td>Who did what and when, device and IP address of sign-ins</td>
              <td>Security, and telling what happened</td>
              <td>Our legitimate interest in both</td>
            </tr>
            <tr>
              <td>What you write to support</td>
              <td>Answering you</td>
              <td>Our legitimate interest in that</td>
            </tr>
          </tbody>
        </table>
      </section>
    ),
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
