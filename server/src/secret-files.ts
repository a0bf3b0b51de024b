import { readFileSync } from "node:fs";

/** Every variable that holds a secret: each may stand in a file instead, which NAME_FILE names. */
export const secretNames = [
  "DATABASE_URL",
  "SHEAF_KEY",
  "SMTP_URL",
  "DKIM_KEY",
  "SENDGRID_API_KEY",
  "SENDGRID_WEBHOOK_KEY",
  "POSTMARK_TOKEN",
  "POSTMARK_WEBHOOK_AUTH",
  "AWS_SECRET_ACCESS_KEY",
  "AWS_SESSION_TOKEN",
  "MAILGUN_API_KEY",
  "MAILGUN_SIGNING_KEY",
  "S3_SECRET_ACCESS_KEY",
  "PAYPAL_CLIENT_SECRET",
] as const;

/**
 * The environment with what NAME_FILE names put in place of NAME; a variable that is set itself wins.
 * @throws Error naming the variable whose file cannot be read
 */
export function withSecretFiles(env: Record<string, string | undefined>): Record<string, string | undefined> {
  const read: Record<string, string> = {};
  for (const name of secretNames) {
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
