/** Explains why a field cannot be changed. */
export const setBy = (variable: string) => `Set by the environment variable ${variable}.`;
