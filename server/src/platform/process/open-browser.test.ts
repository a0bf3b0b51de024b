import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, watch, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { hasScreen, openBrowser } from "./open-browser.ts";

const folder = mkdtempSync(join(tmpdir(), "sheaf-browser-"));
afterAll(() => rmSync(folder, { recursive: true }));

test.each([
  [{ DISPLAY: ":0" }, true, true],
  [{ WAYLAND_DISPLAY: "wayland-0" }, true, true],
  [{ DISPLAY: ":0" }, false, false],
  [{ DISPLAY: ":0", CI: "true" }, true, false],
  [{}, true, false],
])("with the environment %j and a terminal (%s), hasScreen returns %s", (env, isTerminal, screen) => {
  expect(hasScreen(env, isTerminal)).toBe(screen);
});

test("opens the address with xdg-open, and ignores a machine without it", async () => {
  const opened = join(folder, "opened");
  writeFileSync(join(folder, "xdg-open"), `#!/bin/sh\nprintf '%s' "$1" >${opened}.part\nmv ${opened}.part ${opened}\n`);
  chmodSync(join(folder, "xdg-open"), 0o755);
  const done = new Promise<void>((resolve) => {
    const watching = watch(folder, () => {
      if (!existsSync(opened)) return;
      watching.close();
      resolve();
    });
  });
  openBrowser("http://localhost:3000/set-up#code=A", { DISPLAY: ":0", PATH: "/nowhere" }, true);
  openBrowser("http://localhost:3000/set-up#code=B", { DISPLAY: ":0", PATH: `${folder}:${process.env.PATH}` }, true);
  await done;
  expect(readFileSync(opened, "utf8")).toBe("http://localhost:3000/set-up#code=B");
});
