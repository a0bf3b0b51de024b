/** Packages are installed beside those in use and take their place when they are whole. */
export const reinstallCommand = "rm -f node_modules/.sheaf-lock && ./sheaf set-up packages";
