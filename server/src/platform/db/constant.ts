import type { SQL } from "drizzle-orm";

/**
 * Writes the values of a condition into the text of its statement. A plan that is made without regard to values
 * (`onePlan`) can only then use an index that contains such rows alone. For values that never change, such as states;
 * never for what a user entered.
 */
export const constant = (condition: SQL): SQL => condition.inlineParams();
