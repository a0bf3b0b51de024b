import { refundTerms, uptimeTarget } from "@sheaf/contracts/business-facts.ts";
import type { Claim } from "@sheaf/contracts/installation.ts";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useInstallation } from "../../api/installation.ts";
import { percent } from "../../ui/words.ts";

const words: Record<Claim, { title: string; text: ReactNode }> = {
  "bank-level-security": {
    title: "Bank-level security",
    text: "Encrypted connections, a sandbox for every file, and passwords that cannot be read back.",
  },
  uptime: { title: `${uptimeTarget} uptime`, text: "The availability target of this service." },
  gdpr: {
    title: "GDPR compliant",
    text: (
      <>
        Download or delete the data held about you yourself. The <Link to="/privacy">privacy notice</Link> explains what
        is kept and for how long.
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
        documents are used. See the <Link to="/refund">refund policy</Link> for details.
      </>
    ),
  },
  "fast-processing": {
    title: "Processing in 30-60 seconds",
    text: "A typical upload is ready within a minute, and its light turns green.",
  },
  "quick-set-up": {
    title: "Accounts set up within 24 hours",
    text: "Signing up takes a minute, and manual steps are completed within a day.",
  },
};

/** The promises of this installation's operator; only those in its configuration are shown. */
export function Claims() {
  const installation = useInstallation();
  if (!installation || installation.claims.length === 0) return null;
  return (
    <section className="sec wrap two">
      <div>
        <h2>What we promise</h2>
        {installation.demo && (
          <p className="body">This is a demonstration: every promise is shown, but none applies.</p>
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
