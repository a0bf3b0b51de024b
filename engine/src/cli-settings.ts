import { defined } from "@sheaf/contracts/defined.ts";
import { UsageError } from "./cli-arguments.ts";
import type { EngineOptions } from "./engine-api.ts";
import { isTimeZone, localeMessage, localeShape, sandboxChoices, sandboxMessage, timeZoneMessage } from "./settings.ts";

type Settings = Pick<EngineOptions, "sandbox" | "locale" | "timeZone">;

/**
 * Reads the installation's settings that also apply to a single call. An empty variable counts as not set.
 * @throws UsageError that names the variable
 */
export function readSettings(env: NodeJS.ProcessEnv): Settings {
  const read = (name: string, isRight: (value: string) => boolean, message: string) => {
    const value = env[name]?.trim() || undefined;
    if (value !== undefined && !isRight(value)) throw new UsageError(`${name} ${message}, not "${value}".`);
    return value;
  };
  const locale = read("SHEAF_LOCALE", (value) => localeShape.test(value), localeMessage);
  const timeZone = read("SHEAF_TIME_ZONE", isTimeZone, timeZoneMessage);
  const named = read("SHEAF_SANDBOX", (value) => sandboxChoices.some((choice) => choice === value), sandboxMessage);
  const sandbox = sandboxChoices.find((choice) => choice === named);
  return defined({ locale, timeZone, sandbox });
}
