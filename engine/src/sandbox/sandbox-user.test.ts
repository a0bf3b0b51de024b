import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";

const notes = `
  const { sandboxUsers } = await import(${JSON.stringify(import.meta.resolve("./sandbox-user.ts"))});
  console.log(sandboxUsers([]).note);`;

test.runIf(process.getuid?.() === 0)(
  "when root may not inspect processes of other users, a note says what cannot be watched",
  () => {
    const node = [process.execPath, "--input-type=module", "--eval", notes] as const;
    const asRoot = (...options: string[]) =>
      execFileSync("setpriv", [...options, "--", ...node], { encoding: "utf8" }).trim();

    expect(asRoot()).toBe("null");
    expect(asRoot("--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace")).toMatch(/is not counted, .* SYS_PTRACE/);
  },
);
