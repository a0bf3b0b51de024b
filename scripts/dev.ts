/**
 * `./sheaf dev`: runs everything that `./sheaf start` runs, behind Vite's development server. A change of the web app
 * is shown in the open page immediately; after a change of the server, the engine or the contracts the API and the
 * worker are restarted.
 */
import { spawn } from "node:child_process";
import { watch } from "node:fs";
import { join } from "node:path";
import { createServer } from "vite";

const root = join(import.meta.dirname, "..");
const apiPort = Number(process.env.PORT ?? 3000);
const webPort = Number(process.env.WEB_PORT ?? 5173);
const webUrl = `http://localhost:${webPort}`;
/**
 * Restarts wait until no file has changed for this time: an editor writes a file in several steps, and a checkout
 * writes many files.
 */
const quietMs = 50;

const web = await createServer({
  root: join(root, "web"),
  configFile: join(root, "web/vite.config.ts"),
  server: { port: webPort, strictPort: true, proxy: { "/api": `http://localhost:${apiPort}` } },
});
await web.listen();

const quickImports = join(root, "server/src/platform/process/quick-imports.ts");
const everything = join(root, "server/src/app/main-all.ts");
const server = spawn(process.execPath, ["--require", quickImports, everything, ...process.argv.slice(2)], {
  stdio: "inherit",
  env: { ...process.env, PORT: String(apiPort), PUBLIC_URL: webUrl },
});

let restart: NodeJS.Timeout | undefined;
for (const folder of ["contracts/src", "engine/src", "papers/src", "server/src"]) {
  watch(join(root, folder), { recursive: true }, (_event, file) => {
    if (!file?.endsWith(".ts") || file.endsWith(".test.ts")) return;
    clearTimeout(restart);
    restart = setTimeout(() => {
      console.log(`${join(folder, file)} has changed: API and worker are restarted.`);
      server.kill("SIGUSR2");
    }, quietMs);
  });
}

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => server.kill(signal));
server.once("exit", async (code) => {
  await web.close();
  process.exit(code ?? 1);
});
