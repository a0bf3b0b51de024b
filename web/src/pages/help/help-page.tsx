import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useExpired } from "../../components/plan/expired.ts";
import { RenewBar } from "../../components/plan/renew-bar.tsx";
import { PublicPage } from "../../shell/public/public-page.tsx";
import { startPage } from "../../shell/session/start-page.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Contents } from "../../ui/contents.tsx";
import { billingFacts, helpGroups } from "./help-entries.ts";
import { Questions } from "./questions.tsx";
import { Support } from "./support.tsx";

const contents = [
  { id: "start", title: "Quick start" },
  { id: "paying", title: "How paying works" },
  ...helpGroups,
  { id: "support", title: "Support" },
];

/** Readable by anyone; every number is the one that the server enforces. */
export function HelpPage() {
  const { data: user } = useUser();
  return (
    <PublicPage title="Help" place="help">
      <main className="help">
        {user && <Expired />}
        <div className="wrap pricing">
          <div className="row crumbs">
            <BackLink to={user ? startPage : "/"}>{user ? "Back to Dashboard" : "Back to Home"}</BackLink>
          </div>
          <h1>Help</h1>
          <p className="lead">How it works, what the limits are, and what to do when something is red.</p>
          <div className="paper">
            <Contents entries={contents} />
            <div className="paper__text">
              <QuickStart />
              <section id="paying">
                <h2>How paying works</h2>
                <ul>
                  {billingFacts.map((fact) => (
                    <li key={fact}>{fact}</li>
                  ))}
                </ul>
              </section>
              <Questions />
              <Support />
            </div>
          </div>
        </div>
      </main>
    </PublicPage>
  );
}

function Expired() {
  return useExpired() ? <RenewBar /> : null;
}

function QuickStart() {
  return (
    <section id="start">
      <h2>Quick start</h2>
      <ol className="three help__steps">
        <li>
          <span className="no num">1</span>
          <h3>Choose a plan and pay</h3>
          <p>
            On the <Link to="/pricing">pricing page</Link>. Uploading opens as soon as the payment is there.
          </p>
        </li>
        <li>
          <span className="no num">2</span>
          <h3>Add clients</h3>
          <p>
            On the <Link to="/customers">Customers page</Link>: a name, an email, and the inbox of their accounting
            software.
          </p>
        </li>
        <li>
          <span className="no num">3</span>
          <h3>Upload and send</h3>
          <p>
            <Link to="/upload">Drop the files</Link>, put them in order, and let the PDF be made and emailed.
          </p>
        </li>
      </ol>
    </section>
  );
}
