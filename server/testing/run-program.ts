import { execFile } from "node:child_process";
import { join } from "node:path";
import { asSheafRuns, neededVariables } from "./as-sheaf-runs.ts";
import type { TestServer } from "./server.ts";

/**
 * Runs a program of the server, such as "main-user.ts", on a test's installation.
 * @param options.input what it reads from the standard input
 */
export function runProgram(
  { services }: Pick<TestServer, "services">,
  [program, ...words]: [program: string, ...words: string[]],
  { input = "", env = {} }: { input?: string; env?: Record<string, string> } = {},
): Promise<{ code: number; stdout: string; stderr: string }> {
  const variables = {
    ...neededVariables(),
    SHEAF_DATA: services.config.dataDir,
    DATABASE_URL: services.databaseUrl,
    SCRYPT_LN: "4",
    ...env,
  };
  const args = [...asSheafRuns, join(import.meta.dirname, "../src/app", program), ...words];
  return new Promise((resolve) => {
    const child = execFile(process.execPath, args, { env: variables }, (error, stdout, stderr) => {
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr });
    });
    child.stdin?.end(input);
  });
}
