/** `undefined` as a value becomes a property that may be missing. */
export type Defined<Properties> = {
  [Key in keyof Properties as undefined extends Properties[Key] ? never : Key]: Properties[Key];
} & {
  [Key in keyof Properties as undefined extends Properties[Key] ? Key : never]?: Exclude<Properties[Key], undefined>;
};

/** A copy without the properties whose value is undefined: to whoever takes an optional property, a missing one. */
export const defined = <Properties extends object>(properties: Properties): Defined<Properties> =>
  Object.fromEntries(Object.entries(properties).filter(([, value]) => value !== undefined)) as Defined<Properties>;
