import { expect, test } from "vitest";
import { contentDisposition } from "./content-disposition.ts";

test.each([
  [
    "Bright Bakery 2026-11-20.pdf",
    `attachment; filename="Bright Bakery 2026-11-20.pdf"; filename*=UTF-8''Bright%20Bakery%202026-11-20.pdf`,
  ],
  [
    "Müller's (Söhne).pdf",
    `attachment; filename="Muller's (Sohne).pdf"; filename*=UTF-8''M%C3%BCller%27s%20%28S%C3%B6hne%29.pdf`,
  ],
  ["領収書.zip", `attachment; filename="download.zip"; filename*=UTF-8''%E9%A0%98%E5%8F%8E%E6%9B%B8.zip`],
])("the header for the file name %s works in every browser", (name, header) => {
  expect(contentDisposition("attachment", name)).toBe(header);
});
