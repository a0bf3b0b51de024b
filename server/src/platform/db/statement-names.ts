import { sql } from "drizzle-orm";
import pg from "pg";

/** Which statements a connection prepares under a name; others are parsed and planned each time. */
export type Prepared = "all" | "writes";

/** More different texts are not named: texts with lists of varying length would fill the server's memory. */
const maxNames = 400;
const names = new Map<string, string>();

/**
 * Part of a statement that is named where writes are, since one plan suits every practice: it finds its rows by key, or
 * in an index that contains only such rows (then with `constant`).
 */
export const onePlan = sql`/* one plan */`;

/** Such statements find their rows by key, or say that one plan suits all. */
const writes =
  /^\s*(with \w+ as \(\s*)?(insert|update|delete)\b|\bfor (update|share|key share|no key update)\b|\/\* one plan \*\//i;

/**
 * Makes a connection prepare its statements under names. PostgreSQL then parses each once per connection, and plans it
 * without regard to its values where it estimates that this is not slower: for most statements of a job it saves more
 * than half of their cost (docs/decisions/035).
 * @param prepared "writes" where the same statements list and count the rows of practices of very different sizes,
 *   which need plans of their own
 */
export function nameStatements(client: pg.Client, prepared: Prepared): void {
  const named = (statement: string | pg.QueryConfig | pg.Submittable, values: unknown, ...rest: unknown[]) =>
    Reflect.apply(pg.Client.prototype.query, client, [withName(statement, values, prepared), values, ...rest]);
  client.query = named as typeof client.query;
}

/** pg-boss writes the name of a queue into its statements, so that some have no parameters. */
const isOneQuery = (text: string): boolean => /^\s*(with|select)\b[^;]*$/i.test(text);

function withName(statement: string | pg.QueryConfig | pg.Submittable, values: unknown, prepared: Prepared) {
  if (!Array.isArray(values)) return statement;
  const config = typeof statement === "string" ? { text: statement } : statement;
  if (!("text" in config) || config.name) return statement;
  if (values.length === 0 && !(prepared === "all" && isOneQuery(config.text))) return statement;
  const name = nameOf(config.text, prepared);
  return name ? { ...config, name } : statement;
}

function nameOf(text: string, prepared: Prepared): string | undefined {
  const known = names.get(text);
  if (known !== undefined) return known;
  if (names.size >= maxNames || (prepared === "writes" && !writes.test(text))) return undefined;
  const name = `sheaf_${names.size}`;
  names.set(text, name);
  return name;
}
