/** "1,284" */
export const number = (value: number) => value.toLocaleString("en-GB");

/** "1 file", "1,284 files" */
export const count = (value: number, one: string, many = `${one}s`) => `${number(value)} ${value === 1 ? one : many}`;

/** Money in pence: "£24.00". */
export const pounds = (pence: number) => `£${(pence / 100).toLocaleString("en-GB", { minimumFractionDigits: 2 })}`;
