/**
 * Numbers that the portal's pages and the server share. This file does not import zod, because it is part of the pages'
 * bundle.
 */

/** A search of users is sent from this number of characters on. */
export const searchLength = 2;
/** Above this, in percent, the churn rate is shown in red. */
export const churnThreshold = 5;
/** Interval at which the overview is refreshed. */
export const overviewEveryMs = 30_000;
/** Length in characters of the reason that every admin action needs. */
export const reasonLength = { min: 3, max: 500 } as const;
/** Number of days that can be granted at once. */
export const grantDays = { min: 1, max: 365 } as const;
