import { periodDays } from "@sheaf/contracts/limits.ts";
import { fallbackPlans } from "@sheaf/contracts/plan-facts.ts";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { startPage } from "../../shell/session/start-page.ts";
import { wholePounds } from "../../ui/words.ts";
import { Paper, type PaperKind } from "./paper.tsx";

const cheapest = Math.min(...fallbackPlans.map(({ price }) => price));

export function Hero() {
  const { data: user } = useUser();
  return (
    <section className="hero">
      <div className="wrap">
        <div>
          <h1>
            A shoebox in.
            <br />
            One clean PDF out.
          </h1>
          <p className="lead">
            Drop a customer’s statements, receipts and spreadsheets. Sheaf makes clean A4, emails it to Dext, Xero, Sage
            or any inbox, and confirms each delivery.
          </p>
          <div className="row row--3 hero__cta">
            <Link className="btn btn--primary btn--xl" to="/pricing">
              Get Started
            </Link>
            {user ? (
              <Link className="btn btn--xl" to={startPage}>
                Go to Dashboard
              </Link>
            ) : (
              <Link className="btn btn--xl" to="/auth">
                Sign In
              </Link>
            )}
          </div>
          <p className="mute sm hero__note">
            From {wholePounds(cheapest)} a month, paid {periodDays} days at a time, no auto-renewal.
          </p>
        </div>
        <OpenedSheaf />
      </div>
    </section>
  );
}

/** From the outside in; the last one is on top. */
const fan: [angle: number, kind: PaperKind][] = [
  [-45, "photo"],
  [45, "sheet"],
  [-30, "receipt"],
  [30, "letter"],
  [-15, "invoice"],
  [15, "statement"],
  [0, "statement"],
];

/** The logo as an illustration: papers fanned out, held by their band. */
function OpenedSheaf() {
  return (
    <svg className="sheafart" viewBox="18 84 404 312" aria-hidden="true">
      {fan.map(([angle, kind]) => (
        <g key={angle} transform={`rotate(${angle} 220 300) translate(134 ${angle === 0 ? 94 : 100})`}>
          <rect className="pg" width="172" height="243.6" rx="3" />
          <Paper kind={kind} width={172} height={243.6} />
        </g>
      ))}
      <rect x="122" y="270" width="196" height="46" rx="6" fill="var(--accent)" />
      <path d="M138 286h164M138 300h164" stroke="#fff" strokeOpacity=".3" />
    </svg>
  );
}
