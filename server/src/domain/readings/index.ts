export { type ReadingChoices, readingOf, type ShownReading } from "./file-view.ts";
export { isHardToRead, readingsOf } from "./for-jobs.ts";
export { forgetFile, forgetPractice } from "./forget.ts";
export { measureReading } from "./measure.ts";
export { searchFewPages, searchPages } from "./pages/search-pages.ts";
export { type StoredReading, storedReadings } from "./stored-readings.ts";
export { turnReading } from "./turn-reading.ts";
