import { randomBytes } from "node:crypto";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { type Chunk, pageSizes } from "./script-sizes.ts";

function chunk(fileName: string, part: Partial<Chunk> = {}): Chunk {
  return {
    fileName,
    code: randomBytes(500).toString("hex"),
    imports: [],
    isEntry: false,
    facadeModuleId: null,
    ...part,
  };
}

const weight = (...chunks: Chunk[]) => chunks.reduce((sum, { code }) => sum + gzipSync(code).length, 0);

test("the size of a public page is the page, the entry and their imports, each counted once; a page of the app also includes the app's shell, and a page of the portal does not", () => {
  const entry = chunk("index.js", { isEntry: true, imports: ["shared.js"] });
  const shared = chunk("shared.js");
  const shell = chunk("app-shell.js", { facadeModuleId: "/web/src/shell/app-shell.tsx" });
  const pricing = chunk("a.js", { facadeModuleId: "/web/src/pages/pricing/pricing-page.tsx", imports: ["shared.js"] });
  const customers = chunk("b.js", { facadeModuleId: "/web/src/pages/customers/customers-page.tsx", imports: ["c.js"] });
  const table = chunk("c.js");
  const users = chunk("d.js", { facadeModuleId: "/web/src/pages/admin/user/admin-user-page.tsx", code: "" });
  const chunks = [entry, shared, shell, pricing, customers, table, users, chunk("dialog-asked-for-later.js")];

  expect(pageSizes(chunks)).toEqual([
    { page: "customers", kind: "app", bytes: weight(entry, shared, shell, customers, table) },
    { page: "pricing", kind: "public", bytes: weight(entry, shared, pricing) },
    { page: "admin-user", kind: "portal", bytes: weight(entry, shared, users) },
  ]);
});
