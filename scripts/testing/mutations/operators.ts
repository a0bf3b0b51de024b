import { parseSync } from "vite";

/** A small fault: `text.slice(start, end)` is replaced by `replacement`. */
export interface Mutation {
  /** Offset in UTF-16 units. */
  start: number;
  end: number;
  replacement: string;
  /** Line number, from 1. */
  line: number;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [property: string]: unknown;
}

/** Each operator, and those that replace it. */
const otherOperators: Record<string, string[]> = {
  "===": ["!=="],
  "!==": ["==="],
  "<": ["<=", ">="],
  "<=": ["<", ">"],
  ">": [">=", "<="],
  ">=": [">", "<"],
  "+": ["-"],
  "-": ["+"],
  "*": ["/"],
  "/": ["*"],
  "%": ["*"],
  "&": ["|"],
  "|": ["&"],
  "<<": [">>"],
  ">>": ["<<"],
  ">>>": ["<<"],
  "&&": ["||"],
  "||": ["&&"],
  "+=": ["-="],
  "-=": ["+="],
  "++": ["--"],
  "--": ["++"],
};

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/**
 * Returns all mutations of a module, each in one operator: those of StrykerJS, with PIT's "remove constants" (CRCR) for
 * whole numbers. Types, imports, strings and, as in PIT, calls of a logger are not changed.
 * @throws Error when the file is not TypeScript
 * @see https://stryker-mutator.io/docs/mutation-testing-elements/supported-mutators
 * @see https://pitest.org/quickstart/mutators
 */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  const found: Mutation[] = [];
  const add = (start: number, end: number, ...replacements: string[]) => {
    for (const replacement of replacements) found.push({ start, end, replacement, line: lineOf(start) });
  };

  function swapOperator(operator: string, from: number): void {
    const start = text.indexOf(operator, from);
    add(start, start + operator.length, ...(otherOperators[operator] ?? []));
  }

  const sourceOf = ({ start, end }: Node) => text.slice(start, end);

  function visit(node: Node): void {
    mutate(node);
    for (const [name, value] of Object.entries(node)) {
      if (/^type(Annotation|Arguments|Parameters)$/.test(name) || (name === "key" && !node.computed)) continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child) && hasCode(child)) visit(child);
    }
  }

  function mutate(node: Node): void {
    const { type, start, end, operator } = node;
    const [left, right, argument, test, expression] = ["left", "right", "argument", "test", "expression"].map(
      (name) => node[name] as Node | null | undefined,
    );
    if (type === "BinaryExpression" || type === "LogicalExpression" || type === "AssignmentExpression") {
      // `??` and `&&` cannot be mixed without parentheses.
      if (operator === "??" && left && right) add(start, end, `((${sourceOf(left)}) && (${sourceOf(right)}))`);
      else if (!joinsTexts(left) && !joinsTexts(right)) swapOperator(String(operator), left?.end ?? start);
    }
    if (type === "UpdateExpression") swapOperator(String(operator), node.prefix ? start : (argument?.end ?? start));
    if (type === "UnaryExpression" && operator === "!") add(start, start + 1, "");
    if (type === "Literal" && typeof node.value === "boolean") add(start, end, String(!node.value));
    if (type === "Literal" && Number.isInteger(node.value) && /^[\d_]+$/.test(text.slice(start, end))) {
      add(start, end, ...otherNumbers(Number(node.value)));
    }
    if (test && /^(If|While|DoWhile|For)Statement$|^ConditionalExpression$/.test(type)) {
      add(test.start, test.end, ...(/^(If|Cond)/.test(type) ? ["true", "false"] : ["false"]));
    }
    if (expression && /^(Call|Await)Expression$/.test(expression.type)) {
      if (type === "ExpressionStatement" && !logs.test(text.slice(start, end))) add(start, end, ";");
    }
  }

  visit(program as unknown as Node);
  return found.sort((one, other) => one.start - other.start);
}

/** Returns whether a node contains code that runs. Of TypeScript's own nodes only those around an expression do. */
const hasCode = ({ type }: Node) =>
  !/^(TS|Import|Export(All|Specifier))/.test(type) || /^TS(As|Satisfies|NonNull|Instantiation)/.test(type);

const joinsTexts = (side: Node | null | undefined) =>
  side?.type === "TemplateLiteral" || (side?.type === "Literal" && typeof side.value === "string");

/** A statement that writes to the log. */
const logs = /^(\w+\.)*log\.(debug|info|warn|error)\(/;

/** Returns what replaces a whole number that is not negative; negative ones in parentheses, for any place. */
function otherNumbers(number: number): string[] {
  const others = new Set([0, 1, -1, -number, number + 1, number - 1]);
  return [...others].filter((other) => other !== number).map((other) => (other < 0 ? `(${other})` : String(other)));
}
