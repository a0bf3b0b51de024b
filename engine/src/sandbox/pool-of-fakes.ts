import { openPool, type Pool, type PoolOptions } from "./pool.ts";
import { ownResults } from "./results.ts";
import type { SandboxedProcess } from "./sandboxed-process.ts";

interface FakeProcess extends SandboxedProcess {
  number: number;
  practices: string[];
  ended: boolean;
}

/**
 * Makes a pool of fake sandboxed processes and returns it with everything that it started. When `hasRoom` returns
 * false, new ones are broken from the start.
 */
export function poolOfFakes(
  options: Partial<PoolOptions> = {},
  hasRoom = () => true,
): { pool: Pool; children: FakeProcess[] } {
  const children: FakeProcess[] = [];
  const startSandboxedProcess = (): SandboxedProcess => {
    const child: FakeProcess = {
      number: children.length + 1,
      practices: [],
      ended: !hasRoom(),
      folders: { inDir: "", workDir: "", outDir: "", homeDir: "" },
      results: ownResults(""),
      pid: undefined,
      ask: async () => ({ failed: "not a real sandboxed process" }),
      isBroken: () => child.ended,
      workDir: () => "",
      waitedMs: () => 0,
      end: async () => {
        child.ended = true;
      },
    };
    children.push(child);
    return child;
  };
  return {
    pool: openPool({ startSandboxedProcess, warm: async () => {}, size: 2, ahead: false, ...options }),
    children,
  };
}

/** Work that records the practice and lasts until `done` resolves. */
export const serveFor =
  (practiceId: string, done: Promise<void> = Promise.resolve()) =>
  async (child: SandboxedProcess): Promise<number> => {
    (child as FakeProcess).practices.push(practiceId);
    await done;
    return (child as FakeProcess).number;
  };
