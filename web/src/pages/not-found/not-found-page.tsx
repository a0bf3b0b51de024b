import { Link } from "react-router";
import { Brand } from "../../ui/brand.tsx";
import { usePageTitle } from "../../ui/page-title.ts";

/** A sheet that was never written. */
export function NotFoundPage() {
  usePageTitle("404 Page Not Found");
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
      <Link className="btn btn--primary btn--lg" to="/">
        Back to Home
      </Link>
    </main>
  );
}
