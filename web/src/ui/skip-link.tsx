import { focusPage } from "./page-focus.ts";

/** The first control of a page: skips everything that is repeated on every page. */
export function SkipLink() {
  return (
    <button className="btn btn--primary skip" type="button" onClick={focusPage}>
      Skip to content
    </button>
  );
}
