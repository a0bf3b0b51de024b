import { priceChangeNoticeDays } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { sessionMinutes, signInLimits } from "@sheaf/contracts/limits.ts";
import type { Section } from "./legal-page.tsx";

/** How data is protected, and the rights of the data subjects. */
export const dataRights = (operator: Installation): Section[] => [
  {
    id: "security",
    title: "How we protect it",
    body: (
      <ul>
        <li>Passwords are hashed with scrypt, so nobody can read them, including us.</li>
        <li>
          {signInLimits.perAccountAndAddress} failed attempts to sign in within {signInLimits.windowMinutes} minutes
          block further attempts. Two-factor sign-in is available to every user.
        </li>
        <li>
          A session ends automatically after {sessionMinutes.default / 60} hours without activity, unless you choose
          another time.
        </li>
        <li>
          Every file is opened in a sandbox without network access that holds one practice’s files only. Passwords of
          files are stored encrypted and erased once the file has been converted.
        </li>
        <li>Users can only access their own customers and documents. Our administrators cannot open documents.</li>
        <li>Our logs contain no content, and no personal data beyond what security requires.</li>
      </ul>
    ),
  },
  {
    id: "browser",
    title: "Cookies and browser storage",
    body: (
      <>
        {operator.kind === "practice" ? (
          <p>
            We use one cookie, which is necessary to keep you signed in. Your browser also stores the theme you chose.
            There is no advertising, no tracking and no third-party script.
          </p>
        ) : (
          <p>
            We use one cookie, which is necessary to keep you signed in. Your browser also stores the theme you chose
            and, until you sign up or in, the plan you chose or paid for. There is no advertising and no tracking, and
            the only third-party script is PayPal’s, on the page where you pay with it.
          </p>
        )}
      </>
    ),
  },
  {
    id: "rights",
    title: "Your rights",
    body: (
      <>
        <p>
          You have the right to access your data, to have it corrected, erased or restricted, to data portability, and
          to object to processing based on our legitimate interests. In Settings you can view and change your details,
          export everything as one file, and delete the account. For anything else, write to{" "}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>; we answer within one month.
        </p>
        <p>
          We make no decisions about you by automated means alone. You may complain to the Information Commissioner’s
          Office (ico.org.uk).
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        {" "}
        We will notify you of any material change to this notice {priceChangeNoticeDays} days in advance. The date at
        the top shows when this notice took effect.
      </p>
    ),
  },
];
