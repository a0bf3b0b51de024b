import type { Examination } from "@sheaf/contracts/admin/health.ts";
import { helpIfAsked } from "../platform/process/command.ts";
import { exitCodeOf, tableOf } from "./health/doctor/print.ts";
import { reinstallCommand } from "./health/reinstall-command.ts";

const help = `./sheaf doctor [--json]
    Checks this installation, running or not: programs, fonts, sandbox, database, disk, email, clock, versions
    and backup. Says what is wrong and which command fixes it. Changes nothing and sends nothing.
    --json: the same as JSON. Exit code: 0 when everything is in order, 1 with warnings, 2 when something failed.`;

const defaultWidth = 100;
const maxWidth = 120;

helpIfAsked(help);
const words = process.argv.slice(2);
if (words.some((word) => word !== "--json")) {
  console.error(help);
  process.exit(2);
}
const examinations = await examine();
const text = words.includes("--json")
  ? JSON.stringify({ examinations }, null, 1)
  : tableOf(examinations, Math.min(process.stdout.columns ?? defaultWidth, maxWidth));
// A sandbox whose trial timed out may still be starting: it ends with this process.
process.stdout.write(`${text}\n`, () => process.exit(exitCodeOf(examinations)));

/**
 * Examines the installation. The code is imported here, so that missing packages and invalid variables become results
 * as well.
 */
async function examine(): Promise<Examination[]> {
  try {
    const { localConfiguration, examineLocally } = await import("./health/doctor/examine-locally.ts");
    return await examineLocally(localConfiguration(process.env));
  } catch (error) {
    return [faultOf(error)];
  }
}

function faultOf(error: unknown): Examination {
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === "ERR_MODULE_NOT_FOUND" || code === "MODULE_NOT_FOUND") {
    return {
      name: "versions",
      label: "Sheaf",
      state: "failed",
      words: "Some of the npm packages are missing.",
      remedy: { words: "Install all packages again.", command: reinstallCommand },
    };
  }
  return {
    name: "configuration",
    label: "Configuration",
    state: "failed",
    words: message.replaceAll(/\s*\n\s*/g, " "),
    remedy: { words: "Correct these variables. docs/operate.md lists them all." },
  };
}
