import { priceChangeNoticeDays } from "@sheaf/contracts/business-facts.ts";
import type { Installation } from "@sheaf/contracts/installation.ts";
import { sessionMinutes, signInLimits } from "@sheaf/contracts/limits.ts";
import type { Section } from "./legal-page.tsx";

/** How it is protected, and what the people concerned may do. */
export const dataRights = (operator: Installation): Section[] => [
  {
    id: "security",
    title: "How it is protected",
    body: (
      <ul>
        <li>Passwords are hashed with scrypt: nobody can read them back, and neither can we.</li>
        <li>
          {signInLimits.perAccountAndAddress} failed attempts to sign in within {signInLimits.windowMinutes} minutes
          hold further ones off. Two-factor sign-in is there for everybody.
        </li>
        <li>
          A session ends by itself, after {sessionMinutes.default / 60} hours without use unless you choose otherwise.
        </li>
        <li>
          Every file is opened in a sandbox without network, with one practice’s files only. Passwords of files are
          stored encrypted and erased when the file is done.
        </li>
        <li>Users can only access their own clients and documents. Our administrators cannot open documents.</li>
        <li>Our logs hold no content and no personal data beyond what security needs.</li>
      </ul>
    ),
  },
  {
    id: "browser",
    title: "What lies in your browser",
    body: (
      <>
        {operator.kind === "practice" ? (
          <p>
            One cookie, which keeps you signed in and is necessary for that. Beside it your browser remembers the theme
            you chose. There is no advertising, no tracking, and no script of anybody else.
          </p>
        ) : (
          <p>
            One cookie, which keeps you signed in and is necessary for that. Beside it your browser remembers the theme
            you chose and, until you have signed up or in, the plan you picked or paid for. There is no advertising and
            no tracking, and the only script of somebody else is PayPal’s, on the page where you pay with it.
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
          You may see your data, have it corrected or erased, take it with you, have its use restricted, and object to
          what rests on our legitimate interest. Most of it you do yourself: Settings shows and changes your details,
          exports everything as one file, and deletes the account. For the rest write to{" "}
          <a href={`mailto:${operator.supportEmail}`}>{operator.supportEmail}</a>; you get an answer within a month.
        </p>
        <p>
          No decision about you is made by a machine alone. If you are not content with us, the Information
          Commissioner’s Office (ico.org.uk) takes complaints.
        </p>
      </>
    ),
  },
  {
    id: "changes",
    title: "Changes",
    body: (
      <p>
        If we change this notice in a way that matters to you, we write to you {priceChangeNoticeDays} days before. The
        date at the top says since when this text holds.
      </p>
    ),
  },
];
