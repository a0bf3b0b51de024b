import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { useLocation } from "react-router";
import { Boundary } from "../../ui/boundary.tsx";

/**
 * Shows an error instead of a blank page when a page fails, until the next navigation. The usual cause is an update of
 * Sheaf while the tab was open: the modules that the page then loads no longer exist.
 */
export function PageBoundary({ children }: { children: ReactNode }) {
  const { key } = useLocation();
  return (
    <Boundary at={key} instead={<BrokenPage />}>
      {children}
    </Boundary>
  );
}

function BrokenPage() {
  return (
    <main className="wait wait--page">
      <div className="card empty" role="alert">
        <h1>This page could not be shown</h1>
        <p>
          Sheaf may have been updated while this tab was open. Your uploads and customers are not affected. Reload the
          page.
        </p>
        <button className="btn btn--primary" type="button" onClick={() => window.location.reload()}>
          <RotateCw className="i i--14" aria-hidden />
          Reload
        </button>
      </div>
    </main>
  );
}
