import { existsSync, globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { variableNames } from "../server/src/platform/config/config.ts";
import { isSecret } from "../server/src/platform/config/secret-files.ts";

const root = join(import.meta.dirname, "..");
const read = (path: string) => readFileSync(join(root, path), "utf8");
const all = (text: string, pattern: RegExp) => [...new Set([...text.matchAll(pattern)].map(([, found = ""]) => found))];

/** Variables that `start` sets for the processes that it starts; users must not set them. */
const startVariables = ["SHEAF_EMBEDDED_DATABASE", "SHEAF_DEMO", "SHEAF_DEMO_MAIL"];
/** Variables for Node, for Compose and for the Caddyfile. */
const otherVariables = ["NODE_COMPILE_CACHE", "POSTGRES_PASSWORD", "SITE", "HTTP_PORT", "HTTPS_PORT", "APIS"];
const isKnown = (name: string) =>
  [...variableNames, ...otherVariables].includes(name) || (name.endsWith("_FILE") && isSecret(name.slice(0, -5)));

const operate = read("docs/operate.md");
const secretsChapter = operate.split("\n## Secrets\n")[1]?.split("\n## ")[0] ?? "";
const compose = parse(read("compose.yaml"), { merge: true }) as { services: Record<string, Service>; volumes: object };
const dockerfile = read("Dockerfile");
const units = globSync("packaging/systemd/*.service", { cwd: root });

interface Service {
  image: string;
  build?: string;
  command?: string[];
  depends_on?: string[] | object;
  environment: Record<string, string>;
  healthcheck?: { test: string[] };
  volumes?: string[];
}
const services = Object.entries(compose.services);
const ours = services.flatMap(([, service]) => (service.build ? [service] : []));

/** The commands of the script, taken from the patterns of its `case`. */
const commands = all(read("sheaf"), /^ {2}([a-z-]+(?: \| [a-z-]+)*)(?: \| .*)?\)$/gm).flatMap((word) =>
  word.split(" | "),
);

test("every variable that Sheaf reads is described in docs/operate.md", () => {
  expect(
    variableNames.filter((name) => !startVariables.includes(name) && !new RegExp(`\`${name}[\`=]`).test(operate)),
  ).toEqual([]);
});

test("the list of secrets that may be in a file is complete and contains nothing else", () => {
  expect(all(secretsChapter, /`([A-Z][A-Z0-9_]+)`/g).sort()).toEqual(variableNames.filter(isSecret).sort());
});

test.each<readonly [file: string, pattern: RegExp]>([
  ["README.md", /`([A-Z][A-Z0-9]*_[A-Z0-9_]+)/g],
  ["docs/operate.md", /`(?:[^`]* )?([A-Z][A-Z0-9]*_[A-Z0-9_]*[A-Z0-9])(?==|`)/g],
  ["packaging/example.env", /^([A-Z0-9_]+)=/gm],
  ["packaging/Caddyfile", /\{\$([A-Z0-9_]+)/g],
  ["compose.yaml", /\$\{([A-Z0-9_]+)/g],
  ["Dockerfile", /\b([A-Z][A-Z0-9]*_[A-Z0-9_]+)=/g],
  ...units.map((unit) => [unit, /(?:^Environment=| )([A-Z][A-Z0-9_]+)=/gm] as const),
])("every variable that %s names is read by Sheaf, Node, Compose or Caddy", (file, pattern) => {
  expect(all(read(file), new RegExp(pattern)).filter((name) => !isKnown(name))).toEqual([]);
});

test.each(["README.md", "docs/operate.md", "Dockerfile", ...units])("every command that %s names exists", (file) => {
  const named = all(read(file), /(?<!FROM )(?:\.\/sheaf|\/opt\/sheaf\/sheaf|run --rm) ([a-z][a-z-]*)/g);
  expect(named.filter((name) => !commands.includes(name))).toEqual([]);
});

test.each(["README.md", "docs/operate.md"])("every path that %s names exists", (file) => {
  const paths = all(
    read(file),
    /[`(]((?:docs|scripts|packaging|server|bench|web|contracts|engine|journeys)\/[\w./-]*)/g,
  );
  expect(paths.filter((path) => globSync(`${path}*`, { cwd: root }).length === 0)).toEqual([]);
});

test("compose.yaml runs existing commands with variables that Sheaf reads", () => {
  expect(ours.length).toBeGreaterThan(4);
  expect(ours.flatMap(({ command }) => command ?? []).filter((name) => !commands.includes(name))).toEqual([]);
  const names = ours.flatMap(({ environment }) => Object.keys(environment));
  expect(names.filter((name) => !variableNames.includes(name))).toEqual([]);
});

test("the files, services and volumes that compose.yaml names exist", () => {
  const files = services.flatMap(([, { healthcheck, volumes = [] }]) => [
    ...(healthcheck?.test.filter((word) => word.startsWith("packaging/")) ?? []),
    ...volumes.filter((volume) => volume.startsWith("./")).map((volume) => volume.split(":")[0] ?? ""),
  ]);
  expect(files.length).toBeGreaterThan(4);
  expect(files.filter((path) => !existsSync(join(root, path)))).toEqual([]);

  const awaited = services.flatMap(([, { depends_on = [] }]) =>
    Array.isArray(depends_on) ? depends_on : Object.keys(depends_on),
  );
  const hosts = ours.flatMap(({ environment: { DATABASE_URL = "", S3_ENDPOINT = "" } }) =>
    [DATABASE_URL.replace(/\/\/.*@/, "//"), S3_ENDPOINT].map((url) => new URL(url).hostname),
  );
  const upstreams = all(read("packaging/Caddyfile"), /([\w-]+):3000/g);
  const named = [...awaited, ...hosts, ...upstreams];
  expect(named.filter((name) => !(name in compose.services))).toEqual([]);

  const kept = services.flatMap(([, { volumes = [] }]) => volumes.map((volume) => volume.split(":")[0] ?? ""));
  expect(kept.filter((name) => !name.startsWith("./") && !(name in compose.volumes))).toEqual([]);
});

test("every variable that compose.yaml requires is in packaging/example.env", () => {
  const asked = all(read("compose.yaml"), /\$\{([A-Z0-9_]+):\?/g);
  expect(asked).toContain("SHEAF_KEY");
  expect(asked.filter((name) => !new RegExp(`^${name}=`, "m").test(read("packaging/example.env")))).toEqual([]);
});

test("the Dockerfile copies existing files, from stages that it defines", () => {
  const stages = all(dockerfile, /^FROM .* AS (\w+)$/gm);
  expect(all(dockerfile, /--from=(\w+)/g).filter((stage) => !stages.includes(stage))).toEqual([]);

  const copied = all(dockerfile, /^COPY (?!--)(.+) \S+$/gm).flatMap((paths) => paths.split(" "));
  expect(copied.filter((path) => !existsSync(join(root, path)))).toEqual([]);
  const { workspaces } = JSON.parse(read("package.json")) as { workspaces: string[] };
  expect(workspaces.filter((folder) => !copied.includes(`${folder}/package.json`))).toEqual([]);
});
