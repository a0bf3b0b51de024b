import { spawn } from "node:child_process";

/** Returns whether a person uses this machine's own screen, which is necessary to open a browser. */
export function hasScreen(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  return isTerminal && !env.CI && Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * Opens an address in the user's browser if there is a screen. If that fails, the user still has the address on the
 * terminal.
 */
export function openBrowser(address: string, env: NodeJS.ProcessEnv, isTerminal = process.stdout.isTTY): void {
  if (!hasScreen(env, isTerminal)) return;
  const opening = spawn("xdg-open", [address], { detached: true, stdio: "ignore", env });
  opening.on("error", () => {});
  opening.unref();
}
