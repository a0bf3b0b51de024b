import { createInterface, type Interface } from "node:readline";
import { Writable } from "node:stream";

let lines: AsyncIterator<string> | undefined;

/**
 * Asks a question on the terminal and returns the trimmed reply; without a terminal returns the next line of the
 * standard input.
 */
export async function ask(question: string): Promise<string> {
  if (!process.stdin.isTTY) return (await nextLine()).trim();
  return (await answer(createInterface({ input: process.stdin, output: process.stdout }), question)).trim();
}

/** Like `ask`, but does not show the input and does not trim it. */
export async function askSecret(question: string): Promise<string> {
  if (!process.stdin.isTTY) return nextLine();
  process.stdout.write(question);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const typed = await answer(createInterface({ input: process.stdin, output: silent, terminal: true }), "");
  process.stdout.write("\n");
  return typed;
}

function answer(reader: Interface, question: string): Promise<string> {
  return new Promise((resolve) => {
    reader.once("close", () => resolve(""));
    reader.once("SIGINT", () => process.exit(130));
    reader.question(question, (text) => {
      resolve(text);
      reader.close();
    });
  });
}

async function nextLine(): Promise<string> {
  lines ??= createInterface({ input: process.stdin })[Symbol.asyncIterator]();
  const next = await lines.next();
  return next.done ? "" : next.value;
}
