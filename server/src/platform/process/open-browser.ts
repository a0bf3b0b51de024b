import { spawn } from "node:child_process";

/** Whether somebody sits before this machine's screen: only then is a browser of any use. */
export function hasScreen(env: NodeJS.ProcessEnv, isTerminal: boolean): boolean {
  return isTerminal && !env.CI && Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
}

/**
 * Opens an address in the person's browser where there is a screen. Where that fails they have the address on the
 * terminal.
 */
export function openBrowser(address: string, env: NodeJS.ProcessEnv, isTerminal = process.stdout.isTTY): void {
  if (!hasScreen(env, isTerminal)) return;
  const opening = spawn("xdg-open", [address], { detached: true, stdio: "ignore", env });
  opening.on("error", () => {});
  opening.unref();
}
