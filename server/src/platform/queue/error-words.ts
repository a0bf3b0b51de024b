import { defined } from "@sheaf/contracts/defined.ts";
import { plainError } from "../log.ts";

const maxLength = 300;

/**
 * Returns an error's message in a form that the operator may see: its first line, without email addresses, without
 * quoted text (which can be names given by users), and without the values of a failed query.
 */
export function withoutPersonalData(message: string): string {
  const [line = ""] = message.split(/\n|params:/);
  const bare = line
    .replace(/[^\s<>"“”;:,]+@[^\s<>"“”;:,]+/g, "…@…")
    .replace(/"[^"]*"|“[^”]*”/g, "“…”")
    .trim();
  return bare.length > maxLength ? `${bare.slice(0, maxLength - 1)}…` : bare;
}

/**
 * Returns an error that may be stored with its task, where backups contain it: its messages and stacks as the operator
 * may see them, and nothing else of it. A failed query carries its parameters, which can be the words of documents.
 */
export function storableError(error: unknown): Error {
  const { message, stack, code, cause } = plainError(error);
  const text = typeof message === "string" ? message : "It failed without an error";
  // Statements begin on a line of their own.
  const told = withoutPersonalData(text.startsWith("Failed query:") ? text.replace(/\s+/g, " ") : text);
  const inner = error instanceof Error && cause !== undefined ? { cause: storableError(error.cause) } : {};
  const stored = Object.assign(new Error(told, inner), defined({ code: typeof code === "string" ? code : undefined }));
  stored.stack = `Error: ${told}\n${stack ?? ""}`;
  return stored;
}
