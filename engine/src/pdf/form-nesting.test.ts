import { expect, test } from "vitest";
import { refuseEndlessDrawing } from "./form-nesting.ts";
import { parseDocument } from "./parse.ts";

/** Makes a PDF of one page with a chain of forms, each drawing the next `times` times. */
function chain(length: number, times: number, last = ""): Buffer {
  const content = "/X Do ".repeat(times);
  const forms = Array.from({ length }, (_, index) => {
    const isLast = index === length - 1;
    const next = isLast ? last : `/Resources << /XObject << /X ${index + 5} 0 R >> >>`;
    const body = isLast && last === "" ? "0 0 m" : content;
    return `${index + 4} 0 obj << /Subtype /Form /BBox [0 0 9 9] ${next} /Length ${body.length} >> stream\n${body}\nendstream endobj`;
  });
  return Buffer.from(
    [
      "%PDF-1.4",
      "1 0 obj << /Type /Catalog /Pages 2 0 R >> endobj",
      "2 0 obj << /Type /Pages /Kids [3 0 R] /Count 1 >> endobj",
      "3 0 obj << /Type /Page /Parent 2 0 R /MediaBox [0 0 9 9] /Contents 900 0 R /Resources << /XObject << /X 4 0 R >> >> >> endobj",
      ...forms,
      `900 0 obj << /Length 5 >> stream\n/X Do\nendstream endobj`,
      "trailer << /Root 1 0 R >>",
      "%%EOF",
    ].join("\n"),
  );
}

const judge = async (pdf: Buffer) => refuseEndlessDrawing(await parseDocument(pdf));

test("a page with exponentially nested forms is refused", async () => {
  await expect(judge(chain(30, 2))).rejects.toMatchObject({ reason: "too-large" });
  await expect(judge(chain(5, 60))).rejects.toMatchObject({ reason: "too-large" });
});

test("ordinary nested forms are accepted", async () => {
  await judge(chain(12, 1));
  await judge(chain(3, 50));
});

test("a form that contains itself is counted once", async () => {
  await judge(chain(3, 2, "/Resources << /XObject << /X 4 0 R >> >>"));
});
