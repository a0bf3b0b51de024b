import type { FileState } from "./jobs.ts";

/** States of files that are not counted: a user left the file out, or the files inside it replaced it. */
export const uncountedStates = ["left-out", "unpacked"] as const satisfies FileState[];

export const isCounted = ({ state }: { state: FileState }): boolean => !uncountedStates.some((each) => each === state);
