import root from "../../../../package.json" with { type: "json" };

/** Of Sheaf, as a worker reports it. */
export const { version } = root;
