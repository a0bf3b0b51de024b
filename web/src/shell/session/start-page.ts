/** Where one lands after signing in, unless one was going somewhere. */
export const startPage = "/dashboard";
