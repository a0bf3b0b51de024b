import { lazy, Suspense } from "react";
import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { BackHome } from "../../shell/public/back-home.tsx";
import { PublicPage } from "../../shell/public/public-page.tsx";
import { startPage } from "../../shell/session/start-page.ts";
import { BackLink } from "../../ui/back-link.tsx";
import { Contents } from "../../ui/contents.tsx";
import { billingFacts } from "./help-billing.ts";
import { helpGroups } from "./help-entries.ts";
import { Questions } from "./questions.tsx";
import { Support } from "./support.tsx";
import "./help.css";

const Ended = lazy(async () => ({ default: (await import("./ended.tsx")).Ended }));

const contents = (ownPractice: boolean) => [
  { id: "start", title: "Quick start" },
  ...(ownPractice ? [] : [{ id: "paying", title: "How paying works" }]),
  ...helpGroups(ownPractice),
  { id: "support", title: "Support" },
];

/** Readable without signing in; every number is the one that the server enforces. */
export function HelpPage() {
  const { data: user } = useUser();
  const ownPractice = useOwnPractice();
  return (
    <PublicPage title="Help" place="help">
      <main className="help">
        <Suspense fallback={null}>{user && <Ended />}</Suspense>
        <div className="wrap pricing">
          <div className="row crumbs">
            {user ? <BackLink to={startPage}>Back to Dashboard</BackLink> : <BackHome />}
          </div>
          <h1>Help</h1>
          <p className="lead">How Sheaf works, its limits, and what to do when a light is red.</p>
          <div className="paper">
            <Contents entries={contents(ownPractice)} />
            <div className="paper__text">
              <QuickStart ownPractice={ownPractice} />
              {!ownPractice && (
                <section id="paying">
                  <h2>How paying works</h2>
                  <ul>
                    {billingFacts.map((fact) => (
                      <li key={fact}>{fact}</li>
                    ))}
                  </ul>
                </section>
              )}
              <Questions />
              <Support />
            </div>
          </div>
        </div>
      </main>
    </PublicPage>
  );
}

function QuickStart({ ownPractice }: { ownPractice: boolean }) {
  return (
    <section id="start">
      <h2>Quick start</h2>
      <ol className="three help__steps">
        <li>
          <span className="no num">1</span>
          {ownPractice ? (
            <>
              <h3>Join the practice</h3>
              <p>Open the link in your invitation and choose how you will sign in.</p>
            </>
          ) : (
            <>
              <h3>Choose a plan and pay</h3>
              <p>
                On the <Link to="/pricing">pricing page</Link>. You can upload as soon as the payment has arrived.
              </p>
            </>
          )}
        </li>
        <li>
          <span className="no num">2</span>
          <h3>Add customers</h3>
          <p>
            On the <Link to="/customers">Customers page</Link>: a name, an email, and the inbox of their accounting
            software.
          </p>
        </li>
        <li>
          <span className="no num">3</span>
          <h3>Upload and send</h3>
          <p>
            <Link to="/upload">Drop the files</Link>, put them in order, and Sheaf makes and emails the PDF.
          </p>
        </li>
      </ol>
    </section>
  );
}
