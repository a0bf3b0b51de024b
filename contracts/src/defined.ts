/** Turns properties that may be undefined into optional properties. */
export type Defined<Properties> = {
  [Key in keyof Properties as undefined extends Properties[Key] ? never : Key]: Properties[Key];
} & {
  [Key in keyof Properties as undefined extends Properties[Key] ? Key : never]?: Exclude<Properties[Key], undefined>;
};

/** Returns a copy without the properties whose value is undefined, as exactOptionalPropertyTypes requires. */
export const defined = <Properties extends object>(properties: Properties): Defined<Properties> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<Properties>;
