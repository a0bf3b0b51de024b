/** Installs all packages again, in a separate folder first: they replace those in use only when they are complete. */
export const reinstallCommand = "rm -f node_modules/.sheaf-lock && ./sheaf set-up packages";
