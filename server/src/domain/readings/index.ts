export { type ReadingChoices, readingOf, type ShownReading } from "./file-view.ts";
export { measureReading } from "./measure.ts";
