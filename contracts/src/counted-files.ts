import type { FileState } from "./jobs.ts";

/** Files that count no more: somebody left them out, or the files that lay in them have taken their place. */
export const uncountedStates = ["left-out", "unpacked"] as const satisfies FileState[];

export const isCounted = ({ state }: { state: FileState }): boolean => !uncountedStates.some((each) => each === state);
