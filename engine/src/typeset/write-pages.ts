import { PDFContext } from "@cantoo/pdf-lib";
import { writeDocument } from "../pdf/file-writer.ts";
import { a4, printNumber } from "../pdf/geometry.ts";
import type { PageMarks } from "./paginate.ts";
import type { Mark } from "./strip.ts";
import { openTypeface, type Typeface } from "./typeface.ts";

/** An A4 document whose text is measured before its pages are made. */
export interface PageWriter {
  typeface: Typeface;
  /** Writes the PDF in the form that `assemble` reads. Call it once. */
  write(pages: PageMarks[], path: string): void;
}

export function openPageWriter(): PageWriter {
  const context = PDFContext.create();
  const typeface = openTypeface(context);
  return {
    typeface,
    write(pages, path) {
      const tree = context.nextRef();
      const contents = pages.map((marks) => context.register(context.flateStream(operators(marks, typeface))));
      const fonts = context.register(context.obj(typeface.finish()));
      const kids = contents.map((content) =>
        context.register(
          context.obj({
            Type: "Page",
            MediaBox: [0, 0, a4.width, a4.height],
            Parent: tree,
            Resources: { Font: fonts },
            Contents: content,
          }),
        ),
      );
      context.assign(tree, context.obj({ Type: "Pages", Kids: kids, Count: kids.length }));
      writeDocument(context, context.register(context.obj({ Type: "Catalog", Pages: tree })), path);
    },
  };
}

/** Boxes come first, so that text of any strip is above them; then lines, and text in the order in which it is read. */
function operators(marks: PageMarks, typeface: Typeface): string {
  const rank = { box: 0, rule: 1, text: 2 };
  const orderOf = (mark: Mark) => (mark.kind === "text" ? mark.order : 0);
  return marks
    .toSorted((one, other) => rank[one.kind] - rank[other.kind] || orderOf(one) - orderOf(other))
    .map((mark) => drawn(mark, typeface))
    .join("\n");
}

function drawn(mark: Mark, typeface: Typeface): string {
  if (mark.kind === "box") {
    const bottom = a4.height - mark.y - mark.height;
    return `${components(mark.colour)} rg ${numbers(mark.x, bottom, mark.toX - mark.x, mark.height)} re f`;
  }
  if (mark.kind === "rule") {
    const y = a4.height - mark.y;
    return `${components(mark.colour)} RG ${printNumber(mark.width)} w ${numbers(mark.x, y)} m ${numbers(mark.toX, y)} l S`;
  }
  const { text, style, align } = mark;
  const { size, bold = false } = style;
  const left = align === "right" ? mark.x - typeface.widthOf(text, size, bold) : mark.x;
  const colour = components(style.colour);
  return `BT ${colour} rg ${colour} RG ${numbers(left, a4.height - mark.y)} Td ${typeface.show(text, size, bold)} ET`;
}

const numbers = (...values: number[]): string => values.map(printNumber).join(" ");

function components(colour: string): string {
  const parts = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16) / 255);
  return parts.map(printNumber).join(" ");
}
