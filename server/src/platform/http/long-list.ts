/**
 * Route options that skip validating the response. All other responses are validated against their contract, which
 * takes as long as reading the rows of a long list; here correctness depends on the compiler and on tests that check
 * for additional fields.
 */
export const longList = { serializerCompiler: () => JSON.stringify };
