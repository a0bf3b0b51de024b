import { RotateCw } from "lucide-react";
import { Component, type ReactNode } from "react";

/**
 * What shows instead of a blank page when one breaks: most often because Sheaf was updated while the tab was open, and
 * the parts of a page it asks for now are no longer there.
 */
export class PageBoundary extends Component<{ children: ReactNode }, { broken: boolean }> {
  override state = { broken: false };

  static getDerivedStateFromError() {
    return { broken: true };
  }

  override render() {
    if (!this.state.broken) return this.props.children;
    return (
      <main className="wait wait--page">
        <div className="card empty" role="alert">
          <h1>This page could not be shown</h1>
          <p>Sheaf may have been updated while this tab was open. Your uploads and customers are safe.</p>
          <button className="btn btn--primary" type="button" onClick={() => window.location.reload()}>
            <RotateCw className="i i--14" aria-hidden />
            Reload
          </button>
        </div>
      </main>
    );
  }
}
