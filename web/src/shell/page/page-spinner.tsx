import { Mark } from "../../ui/brand.tsx";

/** Also contained in index.html, so that a page shows something before any script has loaded. */
export function PageSpinner() {
  return (
    <div className="wait wait--page" role="status" aria-label="Loading">
      <span className="wait__mark">
        <Mark />
      </span>
      <span className="wait__ring" />
    </div>
  );
}
