import type { CssNode, Selector, SelectorList } from "css-tree";
import { ConvertError } from "../converter.ts";
import { entryOf } from "./entry-of.ts";
import { attribute, childElements, type Element, isElement, isText } from "./parse-html.ts";

/** A selector without combinators: all tests must hold for one element. */
interface Compound {
  tests: ((element: Element, work: Work) => boolean)[];
  /** Relation to the next compound, the one to its left. */
  combinator: " " | ">" | "+" | "~" | undefined;
}

export interface CompiledSelector {
  /** The element's own compound comes first, then those to its left. */
  compounds: Compound[];
  specificity: number;
  pseudoElement: "before" | "after" | undefined;
  /** The id, class or tag that the element must have; "*" when there is none. */
  key: string;
}

/** Counts the comparisons of selectors with elements. */
export class Work {
  private steps = 0;
  readonly positions = new WeakMap<object, Map<Element, Position>>();
  /** @throws ConvertError too-large */
  step(): void {
    this.steps++;
    if (this.steps > maxSteps)
      throw new ConvertError(
        "too-large",
        "is a web page with too many style rules to apply. Print it to PDF and replace it.",
      );
  }
}

/** A page of a bank or a newspaper needs about a million. */
const maxSteps = 10_000_000;
const maxCompounds = 30;

interface Position {
  index: number;
  count: number;
  typeIndex: number;
  typeCount: number;
}

/** Compiles the selectors of a rule. A selector with a part that is not known is left out, as in browsers. */
export function compileSelectors(list: SelectorList): CompiledSelector[] {
  return list.children.toArray().flatMap((one) => {
    const compiled = one.type === "Selector" ? compile(one) : undefined;
    return compiled ? [compiled] : [];
  });
}

const weight = { id: 1_000_000, class: 1_000, type: 1 };

function compile(selector: Selector): CompiledSelector | undefined {
  const compounds: Compound[] = [{ tests: [], combinator: undefined }];
  let [specificity, key] = [0, "*"];
  let pseudoElement: CompiledSelector["pseudoElement"];
  for (const node of selector.children.toArray()) {
    if (node.type === "Combinator") {
      if (![" ", ">", "+", "~"].includes(node.name)) return undefined;
      const combinator = node.name as Compound["combinator"];
      compounds.unshift({ tests: [], combinator });
      key = "*";
      continue;
    }
    const element = pseudoElementOf(node);
    if (element !== undefined) {
      if (element === null) return undefined;
      pseudoElement = element;
      specificity += weight.type;
      continue;
    }
    const part = simple(node);
    if (!part) return undefined;
    compounds[0]?.tests.push(part.test);
    specificity += part.specificity;
    if (part.key !== undefined && (key === "*" || key[0] !== "#")) key = part.key;
  }
  // While reading, the newest compound is first; matching begins there too.
  return compounds.length > maxCompounds ? undefined : { compounds, specificity, pseudoElement, key };
}

/** Returns undefined for other nodes, null for pseudo-elements that have no content of their own. */
function pseudoElementOf(node: CssNode): "before" | "after" | null | undefined {
  const isOld = node.type === "PseudoClassSelector" && /^(?:before|after|first-line|first-letter)$/.test(node.name);
  if (node.type !== "PseudoElementSelector" && !isOld) return undefined;
  return node.name === "before" || node.name === "after" ? node.name : null;
}

interface Simple {
  test(element: Element, work: Work): boolean;
  specificity: number;
  key?: string;
}

function simple(node: CssNode): Simple | undefined {
  switch (node.type) {
    case "TypeSelector": {
      const name = node.name.slice(node.name.lastIndexOf("|") + 1).toLowerCase();
      if (name === "*") return { test: () => true, specificity: 0 };
      return { test: ({ tagName }) => tagName.toLowerCase() === name, specificity: weight.type, key: name };
    }
    case "IdSelector": {
      const id = unescaped(node.name);
      return { test: (element) => attribute(element, "id") === id, specificity: weight.id, key: `#${id}` };
    }
    case "ClassSelector": {
      const name = unescaped(node.name);
      return { test: (element) => classesOf(element).has(name), specificity: weight.class, key: `.${name}` };
    }
    case "AttributeSelector": {
      const test = attributeTest(node.name.name, node.matcher, node.value, node.flags);
      return test && { test, specificity: weight.class };
    }
    case "PseudoClassSelector":
      return pseudoClass(node.name.toLowerCase(), node.children?.toArray() ?? []);
    default:
      return undefined;
  }
}

/** Escapes are resolved for names such as "md\:flex" and "\31 0". */
const unescaped = (name: string): string =>
  name.replace(/\\(?:([0-9a-f]{1,6})\s?|(.))/gi, (_, code?: string, character?: string) =>
    code === undefined ? (character ?? "") : String.fromCodePoint(Math.min(0x10ffff, Number.parseInt(code, 16))),
  );

const classCache = new WeakMap<Element, Set<string>>();

/** Returns the classes of an element. */
export function classesOf(element: Element): Set<string> {
  let classes = classCache.get(element);
  if (!classes) {
    classes = new Set((attribute(element, "class") ?? "").split(/\s+/).filter((one) => one !== ""));
    classCache.set(element, classes);
  }
  return classes;
}

function attributeTest(
  name: string,
  matcher: string | null,
  value: CssNode | null,
  flags: string | null,
): Simple["test"] | undefined {
  const key = name.toLowerCase();
  if (matcher === null) return (element) => attribute(element, key) !== undefined;
  const fold = (text: string) => (flags?.toLowerCase() === "i" ? text.toLowerCase() : text);
  const wanted = fold(value?.type === "String" ? value.value : value?.type === "Identifier" ? value.name : "");
  const compare: Record<string, (actual: string) => boolean> = {
    "=": (actual) => actual === wanted,
    "~=": (actual) => wanted !== "" && actual.split(/\s+/).includes(wanted),
    "|=": (actual) => actual === wanted || actual.startsWith(`${wanted}-`),
    "^=": (actual) => wanted !== "" && actual.startsWith(wanted),
    "$=": (actual) => wanted !== "" && actual.endsWith(wanted),
    "*=": (actual) => wanted !== "" && actual.includes(wanted),
  };
  const test = compare[matcher];
  return (
    test &&
    ((element) => {
      const actual = attribute(element, key);
      return actual !== undefined && test(fold(actual));
    })
  );
}

function pseudoClass(name: string, given: CssNode[]): Simple | undefined {
  const list = given.find((one) => one.type === "SelectorList");
  if (name === "not" || name === "is" || name === "where" || name === "matches" || name === "-webkit-any") {
    if (list?.type !== "SelectorList") return undefined;
    const inner = compileSelectors(list);
    const specificity = name === "where" ? 0 : Math.max(0, ...inner.map((one) => one.specificity));
    const isOne = (element: Element, work: Work) => inner.some((one) => matches(one, element, work));
    return { specificity, test: (element, work) => isOne(element, work) !== (name === "not") };
  }
  const test = name.startsWith("nth-") ? nthTest(name, given) : entryOf(simpleClasses, name);
  return test && { test, specificity: weight.class };
}

const hasTag = (...names: string[]) => {
  const all = new Set(names);
  return ({ tagName }: Element) => all.has(tagName);
};

/** Classes of elements on paper: nothing is pointed at, focused, or visited. */
const simpleClasses: Record<string, Simple["test"]> = {
  root: hasTag("html"),
  "first-child": (element, work) => positionOf(element, work).index === 1,
  "last-child": (element, work) => isLast(positionOf(element, work)),
  "only-child": (element, work) => positionOf(element, work).count === 1,
  "first-of-type": (element, work) => positionOf(element, work).typeIndex === 1,
  "last-of-type": (element, work) => {
    const { typeIndex, typeCount } = positionOf(element, work);
    return typeIndex === typeCount;
  },
  "only-of-type": (element, work) => positionOf(element, work).typeCount === 1,
  empty: ({ childNodes }) => !childNodes.some((one) => isElement(one) || (isText(one) && one.value !== "")),
  link: (element) => element.tagName === "a" && attribute(element, "href") !== undefined,
  "any-link": (element) => element.tagName === "a" && attribute(element, "href") !== undefined,
  checked: (element) => attribute(element, "checked") !== undefined || attribute(element, "selected") !== undefined,
  disabled: (element) => attribute(element, "disabled") !== undefined,
  enabled: (element) =>
    hasTag("input", "select", "textarea", "button")(element) && attribute(element, "disabled") === undefined,
};

const isLast = ({ index, count }: Position) => index === count;

function nthTest(name: string, given: CssNode[]): Simple["test"] | undefined {
  const nth = given.find((one) => one.type === "Nth");
  if (nth?.type !== "Nth" || nth.selector) return undefined;
  const { nth: formula } = nth;
  const [a, b] =
    formula.type === "Identifier"
      ? [2, formula.name.toLowerCase() === "odd" ? 1 : 0]
      : formula.type === "AnPlusB"
        ? [Number(formula.a ?? 0), Number(formula.b ?? 0)]
        : [Number.NaN, Number.NaN];
  if (Number.isNaN(a) || Number.isNaN(b)) return undefined;
  const holds = (at: number) => (a === 0 ? at === b : (at - b) % a === 0 && (at - b) / a >= 0);
  const indexes: Record<string, (position: Position) => number> = {
    "nth-child": ({ index }) => index,
    "nth-last-child": ({ index, count }) => count - index + 1,
    "nth-of-type": ({ typeIndex }) => typeIndex,
    "nth-last-of-type": ({ typeIndex, typeCount }) => typeCount - typeIndex + 1,
  };
  const indexOf = indexes[name];
  return indexOf && ((element, work) => holds(indexOf(positionOf(element, work))));
}

/** Returns the position of an element among its siblings, computed once for all of them. */
function positionOf(element: Element, work: Work): Position {
  const parent = element.parentNode;
  if (!parent) return { index: 1, count: 1, typeIndex: 1, typeCount: 1 };
  let all = work.positions.get(parent);
  if (!all) {
    all = new Map();
    const siblings = childElements(parent);
    const counts = new Map<string, number>();
    for (const [at, one] of siblings.entries()) {
      const typeIndex = (counts.get(one.tagName) ?? 0) + 1;
      counts.set(one.tagName, typeIndex);
      all.set(one, { index: at + 1, count: siblings.length, typeIndex, typeCount: 0 });
    }
    for (const [one, position] of all) position.typeCount = counts.get(one.tagName) ?? 1;
    work.positions.set(parent, all);
  }
  return all.get(element) ?? { index: 1, count: 1, typeIndex: 1, typeCount: 1 };
}

/** Returns whether a selector selects an element. */
export function matches({ compounds }: CompiledSelector, element: Element, work: Work): boolean {
  return matchesFrom(compounds, 0, element, work);
}

function matchesFrom(compounds: Compound[], at: number, element: Element, work: Work): boolean {
  work.step();
  const compound = compounds[at];
  if (!compound?.tests.every((test) => test(element, work))) return false;
  if (at === compounds.length - 1) return true;
  switch (compound.combinator) {
    case ">": {
      const parent = parentOf(element);
      return parent !== undefined && matchesFrom(compounds, at + 1, parent, work);
    }
    case "+": {
      const before = elementBefore(element, work);
      return before !== undefined && matchesFrom(compounds, at + 1, before, work);
    }
    case "~": {
      for (let one = elementBefore(element, work); one; one = elementBefore(one, work))
        if (matchesFrom(compounds, at + 1, one, work)) return true;
      return false;
    }
    default: {
      for (let one = parentOf(element); one; one = parentOf(one))
        if (matchesFrom(compounds, at + 1, one, work)) return true;
      return false;
    }
  }
}

const parentOf = ({ parentNode }: Element): Element | undefined =>
  parentNode && isElement(parentNode) ? parentNode : undefined;

const previous = new WeakMap<object, Map<Element, Element | undefined>>();

function elementBefore(element: Element, work: Work): Element | undefined {
  work.step();
  const parent = element.parentNode;
  if (!parent) return undefined;
  let all = previous.get(parent);
  if (!all) {
    all = new Map();
    let last: Element | undefined;
    for (const one of childElements(parent)) {
      all.set(one, last);
      last = one;
    }
    previous.set(parent, all);
  }
  return all.get(element);
}
