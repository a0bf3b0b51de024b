import type { EngineOptions } from "../engine-api.ts";
import type { FoundOffice } from "../office/find-office.ts";
import type { Launcher } from "./launcher.ts";

/** Without walls only when somebody said so: "auto" never falls back to it. */
export async function chooseLauncher(
  sandbox: EngineOptions["sandbox"],
  cacheDir: string,
  office: FoundOffice | null,
): Promise<Launcher> {
  if (sandbox === "off") return (await import("./no-sandbox.ts")).noSandboxLauncher();
  const { bubblewrapLauncher } = await import("./bubblewrap.ts");
  return bubblewrapLauncher({ cacheDir, officeProgramDir: office?.programDir ?? null });
}
