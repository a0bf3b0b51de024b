/** Whether a folder is named by the id of a row, as PostgreSQL writes it. */
export const isUuid = (name: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(name);
