import { refundTerms, uptimeTarget } from "@sheaf/contracts/business-facts.ts";
import type { Claim } from "@sheaf/contracts/installation.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useInstallation } from "../../api/installation.ts";
import { percent } from "../../ui/words.ts";

const words: Record<Claim, { title: string; text: ReactNode }> = {
  "bank-level-security": {
    title: "Bank-level security",
    text: "Encrypted connections, every file opened in a sandbox of its own, passwords that nobody can read back.",
  },
  uptime: { title: `${uptimeTarget} uptime`, text: "The target that this service is run to." },
  gdpr: {
    title: "GDPR compliant",
    text: (
      <>
        Download all that is held about you, or delete it, yourself. The <Link to="/privacy">privacy notice</Link> says
        what is kept, and for how long.
      </>
    ),
  },
  soc2: {
    title: "SOC 2 Type II",
    text: "An independent auditor examines how this service is run. Ask for the report.",
  },
  "money-back": {
    title: `${refundTerms.windowDays}-day money-back guarantee`,
    text: (
      <>
        Within {refundTerms.windowDays} days of paying, while less than {percent(refundTerms.eligibleUnder)} of the
        documents are used. The <Link to="/refund">refund policy</Link> has the rest.
      </>
    ),
  },
  "fast-processing": {
    title: "Processing in 30-60 seconds",
    text: "A usual upload is ready within a minute, and its light says when.",
  },
  "quick-set-up": {
    title: "Accounts set up within 24 hours",
    text: "Signing up takes a minute; whatever needs a person is done within a day.",
  },
};

/** What the operator of this installation promises: nothing shows that its configuration does not say. */
export function Claims() {
  const installation = useInstallation();
  if (!installation || installation.claims.length === 0) return null;
  return (
    <section className="sec wrap two">
      <div>
        <h2>What we promise</h2>
        {installation.demo && (
          <p className="body">This is a demonstration: every promise is shown, and none of them is made.</p>
        )}
      </div>
      <ul className="plainlist">
        {installation.claims.map((claim) => (
          <li key={claim}>
            <b>{words[claim].title}.</b> {words[claim].text}
          </li>
        ))}
      </ul>
    </section>
  );
}
