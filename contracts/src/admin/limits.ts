/** Numbers of the portal that its pages and the server share. This file is free of zod: the pages carry it. */

/** From how many characters on a search of users is sent. */
export const searchLength = 2;
/** Above this, in percent, the churn rate is shown in red. */
export const churnThreshold = 5;
/** How often the overview is read again. */
export const overviewEveryMs = 30_000;
/** What every act asks for: a reason of so many characters. */
export const reasonLength = { min: 3, max: 500 } as const;
/** How many days may be granted at once. */
export const grantDays = { min: 1, max: 365 } as const;
