export { type ReadingChoices, readingOf, type ShownReading } from "./file-view.ts";
export { readingsOf } from "./for-jobs.ts";
export { measureReading } from "./measure.ts";
export { forgetPractice } from "./pages/forget-pages.ts";
export { searchFewPages, searchPages } from "./pages/search-pages.ts";
export { turnReading } from "./turn-reading.ts";
