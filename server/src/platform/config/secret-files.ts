import { readFileSync } from "node:fs";

/**
 * A variable that holds a secret, by its name or as an address with a password in it: each may stand in a file instead,
 * which NAME_FILE names.
 */
export const isSecret = (name: string): boolean =>
  /(KEY|SECRET|TOKEN|PASSWORD|AUTH)$/.test(name) || name === "DATABASE_URL" || name === "SMTP_URL";

/**
 * @param names of every variable that is read
 * @returns the environment with what NAME_FILE names put in place of NAME; a variable that is set itself wins
 * @throws Error naming the variable whose file cannot be read
 */
export function withSecretFiles(
  env: Record<string, string | undefined>,
  names: string[],
): Record<string, string | undefined> {
  const read: Record<string, string> = {};
  for (const name of names.filter(isSecret)) {
    const path = env[`${name}_FILE`];
    if (!path || env[name]) continue;
    try {
      read[name] = readFileSync(path, "utf8").trim();
    } catch (error) {
      throw new Error(`The configuration is wrong:\n  ${name}_FILE names a file that cannot be read`, { cause: error });
    }
  }
  return { ...env, ...read };
}
