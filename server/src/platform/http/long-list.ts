/**
 * A route whose answer is written as its function made it. Every other answer is held against its contract once more,
 * which takes as long as reading the rows of a long list; here the compiler has to suffice, and the tests that nothing
 * else is in it.
 */
export const longList = { serializerCompiler: () => JSON.stringify };
