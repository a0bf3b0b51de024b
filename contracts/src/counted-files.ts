import type { FileState } from "./jobs.ts";

/**
 * States of files that are not counted: a user left the file out, the files inside it replaced it, or it is set aside.
 */
export const uncountedStates = ["left-out", "unpacked", "set-aside"] as const satisfies FileState[];

export const isCounted = ({ state }: { state: FileState }): boolean => !uncountedStates.some((each) => each === state);
