import root from "../../../../package.json" with { type: "json" };

/** Sheaf's version. */
export const { version } = root;
