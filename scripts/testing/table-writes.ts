import { globSync } from "node:fs";
import { join } from "node:path";
import {
  type CallExpression,
  type ElementAccessExpression,
  type Expression,
  isCallExpression,
  isElementAccessExpression,
  isNoSubstitutionTemplateLiteral,
  isPropertyAccessExpression,
  isStringLiteral,
  isTemplateExpression,
  type Node,
  type PropertyAccessExpression,
  type SourceFile,
} from "typescript/unstable/ast";
import { API, type Checker, type Type } from "typescript/unstable/sync";

const root = join(import.meta.dirname, "..", "..");
const configFile = join(root, "server", "table-writes.tsconfig.json");

/** A statement that inserts, updates or deletes rows. */
export interface TableWrite {
  file: string;
  line: number;
  /** Name of the table in the database; null when the source does not show which table is written. */
  table: string | null;
}

export interface TableWrites {
  /** The file that declares each table. */
  declared: Map<string, string>;
  writes: TableWrite[];
}

/**
 * Finds all writes to tables in the server's source, using its types, so that a table is recognised under any import
 * name and in a list of tables.
 * @param invented sources of files that do not exist, by path from the root, read with the others
 */
export function readTableWrites(invented: Record<string, string> = {}): TableWrites {
  const real = globSync("server/src/**/*.ts", { cwd: root, exclude: ["**/*.test.ts"] });
  const files = [...real, ...Object.keys(invented)];
  const config = { extends: "../tsconfig.json", include: [], files: files.map((file) => join(root, file)) };
  const sources = new Map(Object.entries(invented).map(([file, source]) => [join(root, file), source]));
  sources.set(configFile, JSON.stringify(config));
  const api = new API({
    cwd: root,
    fs: {
      readFile: (path) => sources.get(path),
      fileExists: (path) => sources.has(path) || undefined,
    },
  });
  try {
    const project = api.updateSnapshot({ openProjects: [configFile] }).getProject(configFile);
    if (!project) throw new Error("The compiler did not read the server's source");
    const { checker, program } = project;
    const declared = new Map<string, string>();
    const writes: TableWrite[] = [];
    for (const file of files) {
      const source = program.getSourceFile(join(root, file));
      if (!source) throw new Error(`The compiler did not read ${file}`);
      visitAll(source, (node) => {
        const name = declaredTable(node);
        if (name) declared.set(name, file);
        for (const table of tablesWritten(checker, node)) writes.push({ file, line: lineOf(source, node), table });
      });
    }
    return { declared, writes };
  } finally {
    api.close();
  }
}

function visitAll(node: Node, tell: (node: Node) => void): void {
  tell(node);
  node.forEachChild((child) => visitAll(child, tell));
}

const lineOf = (source: SourceFile, node: Node) => source.text.slice(0, node.end).split("\n").length;

function declaredTable(node: Node): string | undefined {
  if (!isCallExpression(node) || calledName(node) !== "pgTable") return undefined;
  const [name] = node.arguments;
  return name && isStringLiteral(name) ? name.text : undefined;
}

function calledName({ expression }: CallExpression): string {
  if (isPropertyAccessExpression(expression)) return expression.name.text;
  return "text" in expression && typeof expression.text === "string" ? expression.text : "";
}

function tablesWritten(checker: Checker, node: Node): (string | null)[] {
  if (isPropertyAccessExpression(node) || isElementAccessExpression(node)) return writtenByMethod(checker, node);
  if (isCallExpression(node) && calledName(node) === "raw") return writtenByRaw(node);
  const text = textOf(node);
  return text ? writtenByText(checker, text) : [];
}

const writingMethods = ["insert", "update", "delete"];

/**
 * Finds writes such as `db.update(x)` and `db["update"](x)`. A method that is chosen at run time, or stored for later,
 * may write any table.
 */
function writtenByMethod(
  checker: Checker,
  node: PropertyAccessExpression | ElementAccessExpression,
): (string | null)[] {
  const method = isPropertyAccessExpression(node) ? node.name.text : constantText(node.argumentExpression);
  if (method !== undefined && !writingMethods.includes(method)) return [];
  const call = isCallExpression(node.parent) && node.parent.expression === node ? node.parent : undefined;
  const given = call?.arguments[0] && checker.getTypeAtLocation(call.arguments[0]);
  // The result of `db.with(…)` is not a database, but its methods take tables too.
  if (!isDatabase(checker, node.expression) && !membersOf(given).some((type) => isTable(checker, type))) return [];
  return method !== undefined && given ? tablesOf(checker, given) : [null];
}

const constantText = (node: Expression) =>
  isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node) ? node.text : undefined;

const isDatabase = (checker: Checker, node: Expression) =>
  membersOf(checker.getTypeAtLocation(node)).some((type) =>
    /^(?:NodePg|Pg)\w*(?:Database|Transaction)\b|^(?:Db|Tx)$/.test(checker.typeToString(type)),
  );

const membersOf = (type: Type | undefined): readonly Type[] =>
  type?.isUnionType() ? type.getTypes().flatMap(membersOf) : type ? [type] : [];

const isTable = (checker: Checker, type: Type) => /^PgTable\w*</.test(checker.typeToString(type));

/** Reads the name of a table from its type. */
const tablesOf = (checker: Checker, type: Type | undefined): (string | null)[] =>
  membersOf(type).map((one) => /^PgTable\w*<\{ name: "(\w+)"/.exec(checker.typeToString(one))?.[1] ?? null);

/** Finds writes by `sql.raw(x)`, which may be any statement unless its first word is in the source. */
function writtenByRaw(node: CallExpression): (string | null)[] {
  const [given] = node.arguments;
  const text = given && textOf(given);
  return text && /^\s*\w/.test(text.words) ? [] : [null];
}

interface Text {
  /** The literal text, with a mark for each value. */
  words: string;
  values: Expression[];
}
const mark = "\u0000";

/** Returns the text of a string or template. */
function textOf(node: Node): Text | undefined {
  if (isStringLiteral(node) || isNoSubstitutionTemplateLiteral(node)) return { words: node.text, values: [] };
  if (isTemplateExpression(node)) {
    const spans = node.templateSpans;
    const words = [node.head.text, ...spans.map(({ literal }) => literal.text)].join(mark);
    return { words, values: spans.map(({ expression }) => expression) };
  }
  return undefined;
}

const name = String.raw`(?:${mark}|"?\w+"?(?:\s*\.\s*"?\w+"?)?|$)`;
const statements = new RegExp(
  [
    String.raw`\b(?:insert\s+into|delete\s+from|merge\s+into|truncate(?:\s+table)?)\b(?:\s+only\b)?\s*(${name})`,
    // Does not match `for update of`, `on conflict … do update set`, or plain English.
    String.raw`(?<!\bfor(?:\s+no\s+key)?\s+)\bupdate(?:\s+only\b)?\s+(?!set\b)(${name})(?:\s+(?:as\s+)?(?!set\b)\w+)?\s+set\b`,
    String.raw`(?<!\bfor(?:\s+no\s+key)?\s+)\bupdate\s+($)`,
  ].join("|"),
  "gi",
);

function writtenByText(checker: Checker, { words, values }: Text): (string | null)[] {
  return [...words.matchAll(statements)].flatMap((match) => {
    const [found = ""] = match.slice(1).filter((each) => each !== undefined);
    if (found !== mark) return [found === "" ? null : found.replaceAll(/["\s]/g, "")];
    const before = match.index + match[0].indexOf(mark);
    const value = values[words.slice(0, before).split(mark).length - 1];
    return value ? tablesOf(checker, checker.getTypeAtLocation(value)) : [null];
  });
}
