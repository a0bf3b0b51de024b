import { Link } from "react-router";
import { useUser } from "../../api/accounts.ts";
import { useOwnPractice } from "../../api/installation.ts";
import { startPage } from "../../shell/session/start-page.ts";
import { Brand } from "../../ui/brand.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import "./not-found.css";

/** The page for unknown addresses, with a picture of a blank sheet. */
export function NotFoundPage() {
  usePageTitle("404 Page Not Found");
  const { data: user } = useUser();
  const ownPractice = useOwnPractice();
  return (
    <main className="nf public">
      <Brand large />
      <div className="nf__sheet">
        <div>
          <h1>404 Page Not Found</h1>
          <p>Did you forget to add the page to the router?</p>
        </div>
        <span className="nf__folio num" aria-hidden>
          404
        </span>
      </div>
      <div className="row row--3">
        {user && (
          <Link className="btn btn--primary btn--lg" to={startPage}>
            Go to Dashboard
          </Link>
        )}
        {!(ownPractice && user) && (
          <Link className={user ? "btn btn--lg" : "btn btn--primary btn--lg"} to={ownPractice ? "/auth" : "/"}>
            {ownPractice ? "Go to Sign In" : "Back to Home"}
          </Link>
        )}
      </div>
    </main>
  );
}
