import { browserStyle } from "./browser-styles.ts";
import { classesOf, matches, Work } from "./css-selectors.ts";
import { longhands } from "./css-shorthands.ts";
import { attribute, type Element } from "./parse-html.ts";
import { inlineDeclarations, type StyleDeclaration, type StyleRule } from "./stylesheets.ts";

/** The values that apply to one element, by property. Custom properties are inherited. */
export type Declared = Map<string, string>;

export interface Cascade {
  /** @param inherited custom properties of the parent */
  valuesOf(element: Element, inherited: Declared): { own: Declared; variables: Declared };
  /** Returns undefined when the element has no such pseudo-element. */
  pseudoValuesOf(element: Element, pseudo: "before" | "after", variables: Declared): Declared | undefined;
}

/**
 * Indexes the rules, so that each element is compared only with rules for its id, classes and name.
 * @param isQuirky whether the page has no document type
 */
export function cascadeOf(rules: StyleRule[], isQuirky = false): Cascade {
  const work = new Work();
  const byKey = new Map<string, StyleRule[]>();
  for (const rule of rules) {
    const list = byKey.get(rule.selector.key);
    if (list) list.push(rule);
    else byKey.set(rule.selector.key, [rule]);
  }

  function matching(element: Element, pseudo: "before" | "after" | undefined): StyleRule[] {
    const id = attribute(element, "id");
    const keys = ["*", element.tagName, ...[...classesOf(element)].map((one) => `.${one}`)];
    if (id !== undefined) keys.push(`#${id}`);
    const found = keys.flatMap((key) =>
      (byKey.get(key) ?? []).filter(
        (rule) => rule.selector.pseudoElement === pseudo && matches(rule.selector, element, work),
      ),
    );
    return found.sort((one, other) => one.selector.specificity - other.selector.specificity || one.order - other.order);
  }

  return {
    valuesOf(element, inherited) {
      const declared = matching(element, undefined).flatMap(({ declarations }) => declarations);
      const style = attribute(element, "style");
      if (style !== undefined) declared.push(...inlineDeclarations(style));
      const variables = withVariables(inherited, declared);
      const own: Declared = new Map(browserStyle(element, isQuirky));
      apply(own, declared, variables);
      return { own, variables };
    },
    pseudoValuesOf(element, pseudo, variables) {
      const declared = matching(element, pseudo).flatMap(({ declarations }) => declarations);
      if (!declared.some(({ name }) => name === "content")) return undefined;
      const own: Declared = new Map();
      apply(own, declared, withVariables(variables, declared));
      return own;
    },
  };
}

function withVariables(inherited: Declared, declared: StyleDeclaration[]): Declared {
  const own = declared.filter(({ name }) => name.startsWith("--"));
  if (own.length === 0) return inherited;
  const variables = new Map(inherited);
  for (const { name, value } of byImportance(own)) if (variables.size < 5_000) variables.set(name, value);
  return variables;
}

const byImportance = (declared: StyleDeclaration[]) => [
  ...declared.filter(({ isImportant }) => !isImportant),
  ...declared.filter(({ isImportant }) => isImportant),
];

function apply(own: Declared, declared: StyleDeclaration[], variables: Declared): void {
  for (const { name, value } of byImportance(declared)) {
    if (name.startsWith("--")) continue;
    if (!value.includes("var(")) {
      own.set(name, value);
      continue;
    }
    const known = substituted(value, variables);
    if (known !== undefined) for (const [one, given] of longhands(name, known)) own.set(one, given);
  }
}

/** A value that refers to itself, or that grows with each level, is left out. */
const maxSubstitutions = 40;
const maxValueLength = 2_000;

/** Replaces variables by their values. Returns undefined when one is not known and has no default. */
function substituted(value: string, variables: Declared): string | undefined {
  let text = value;
  for (let times = 0; times < maxSubstitutions; times++) {
    const at = text.lastIndexOf("var(");
    if (at < 0) return text;
    const end = closing(text, at + 3);
    if (end < 0 || text.length > maxValueLength) return undefined;
    const inside = text.slice(at + 4, end);
    const comma = inside.indexOf(",");
    const name = (comma < 0 ? inside : inside.slice(0, comma)).trim();
    const known = variables.get(name) ?? (comma < 0 ? undefined : inside.slice(comma + 1).trim());
    if (known === undefined) return undefined;
    text = text.slice(0, at) + known + text.slice(end + 1);
  }
  return undefined;
}

function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at++) {
    if (text[at] === "(") depth++;
    else if (text[at] === ")" && --depth === 0) return at;
  }
  return -1;
}
