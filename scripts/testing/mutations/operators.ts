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

const otherOperator: Record<string, string> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "+": "-",
  "-": "+",
  "*": "/",
  "/": "*",
  "%": "*",
  "&": "|",
  "|": "&",
  "<<": ">>",
  ">>": "<<",
  ">>>": "<<",
  "&&": "||",
  "||": "&&",
  "+=": "-=",
  "-=": "+=",
  "++": "--",
  "--": "++",
};

const isNode = (value: unknown): value is Node => typeof value === "object" && value !== null && "type" in value;

/**
 * Returns all mutations of a module, each in one operator. Types, imports and strings are not changed.
 * @throws Error when the file is not TypeScript
 */
export function mutationsOf(path: string, text: string): Mutation[] {
  const { program, errors } = parseSync(path, text);
  if (errors[0]) throw new Error(`${path}: ${errors[0].message}`);
  const lineStarts = [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)];
  const lineOf = (offset: number) => lineStarts.findLastIndex((start) => start <= offset) + 1;
  const found: Mutation[] = [];
  const add = (start: number, end: number, replacement: string) =>
    found.push({ start, end, replacement, line: lineOf(start) });

  function swapOperator(operator: string, from: number): void {
    const other = otherOperator[operator];
    const start = text.indexOf(operator, from);
    if (other) add(start, start + operator.length, other);
  }

  function visit(node: Node): void {
    mutate(node);
    for (const [name, value] of Object.entries(node)) {
      if (name === "typeAnnotation" || name === "typeArguments" || name === "typeParameters") continue;
      for (const child of Array.isArray(value) ? value : [value]) if (isNode(child) && hasCode(child)) visit(child);
    }
  }

  function mutate(node: Node): void {
    const { type, start, end, operator } = node;
    const [left, right, argument, test, expression] = ["left", "right", "argument", "test", "expression"].map(
      (name) => node[name] as Node,
    );
    if (type === "BinaryExpression" || type === "LogicalExpression" || type === "AssignmentExpression") {
      if (operator === "??") add(start, end, text.slice(left?.start, left?.end));
      else if (!joinsTexts(left) && !joinsTexts(right)) swapOperator(String(operator), left?.end ?? start);
    }
    if (type === "UpdateExpression") swapOperator(String(operator), node.prefix ? start : (argument?.end ?? start));
    if (type === "UnaryExpression" && operator === "!") add(start, start + 1, "");
    if (type === "Literal" && typeof node.value === "boolean") add(start, end, String(!node.value));
    if (type === "Literal" && Number.isInteger(node.value) && /^[\d_]+$/.test(text.slice(start, end))) {
      add(start, end, String(Number(node.value) + 1));
    }
    if ((type === "IfStatement" || type === "ConditionalExpression") && test) add(test.start, test.end, "false");
    if (type === "ExpressionStatement" && /^(Call|Await)Expression$/.test(expression?.type ?? "")) add(start, end, ";");
  }

  visit(program as unknown as Node);
  return found.sort((one, other) => one.start - other.start);
}

/** Returns whether a node contains code that runs. Of TypeScript's own nodes only those around an expression do. */
const hasCode = ({ type }: Node) =>
  !/^(TS|Import|Export(All|Specifier))/.test(type) || /^TS(As|Satisfies|NonNull|Instantiation)/.test(type);

const joinsTexts = (side: Node | undefined) =>
  side?.type === "TemplateLiteral" || (side?.type === "Literal" && typeof side.value === "string");
