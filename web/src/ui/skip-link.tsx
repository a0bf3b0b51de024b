import { focusPage } from "./arrival.ts";

/** First on a page: from the keyboard, past everything that stands on every page. */
export function SkipLink() {
  return (
    <button className="btn btn--primary skip" type="button" onClick={focusPage}>
      Skip to content
    </button>
  );
}
