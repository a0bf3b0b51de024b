import { readFileSync } from "node:fs";

/**
 * Returns whether a variable contains a secret, judged by its name; addresses with a password count too. Such a
 * variable can be read from a file, which NAME_FILE names.
 */
export const isSecret = (name: string): boolean =>
  /(KEY|SECRET|TOKEN|PASSWORD|AUTH)$/.test(name) || name === "DATABASE_URL" || name === "SMTP_URL";

/**
 * Reads the secrets that are given as files.
 * @param names of all known variables
 * @returns the environment with the content of the file in NAME_FILE as NAME; a variable that is set directly takes
 *   precedence
 * @throws Error that names the variable whose file cannot be read
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
      throw new Error(`The configuration is invalid:\n  ${name}_FILE names a file that cannot be read`, {
        cause: error,
      });
    }
  }
  return { ...env, ...read };
}
