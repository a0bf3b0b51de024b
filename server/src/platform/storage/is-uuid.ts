/** Returns whether a folder's name is the id of a row, in PostgreSQL's format. */
export const isUuid = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
