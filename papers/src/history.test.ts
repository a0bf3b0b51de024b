import { describe, expect, test } from "vitest";
import { drawPaper, paperKinds } from "./history.ts";

const facts = { business: "Quillmoor Joinery Ltd", date: new Date("2026-09-15T10:00:00Z") };

describe.each(paperKinds)("a paper of the kind %s", (kind) => {
  test("is the same for the same seed and different for another seed", async () => {
    const [one, same, other] = [
      await drawPaper(kind, "1", facts),
      await drawPaper(kind, "1", facts),
      await drawPaper(kind, "2", facts),
    ];
    // An encrypted file is different each time.
    if (!one.password) expect(Buffer.compare(one.bytes, same.bytes)).toBe(0);
    expect(same).toMatchObject({ name: one.name, type: one.type, about: one.about });
    expect(Buffer.compare(one.bytes, other.bytes)).not.toBe(0);
  });

  test("has the file extension of its type", async () => {
    const { name, type } = await drawPaper(kind, "3", facts);
    const endings: Record<string, string> = { "image/jpeg": "jpg", "image/tiff": "tif", "text/plain": "txt" };
    const ending = name.split(".").at(-1) ?? "";
    expect(
      endings[type] ?? (type.includes("sheet") ? "xlsx" : type.includes("word") ? "docx" : type.split("/")[1]),
    ).toBe(ending);
  });
});
