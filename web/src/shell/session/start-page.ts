/** The page shown after signing in, unless another page was requested. */
export const startPage = "/dashboard";
