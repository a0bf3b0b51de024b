import { type Block, type Box, type Inline, type Paragraph, plainBox } from "./blocks.ts";
import { anonymousStyle, type Style, type TextStyle } from "./style.ts";

/** LibreOffice takes long to break a longer paragraph into lines. */
const longestParagraph = 3_000;

/** A change of the text's style takes LibreOffice as long as this many characters. */
const workOfChange = 8;

/** Collects the content of one element: text becomes paragraphs between the blocks. */
export class Flow {
  readonly blocks: Block[] = [];
  private inlines: Inline[] = [];
  private atoms: Box[] = [];
  private readonly style: TextStyle;
  private readonly isHeading: boolean;

  constructor(style: TextStyle, isHeading = false) {
    this.style = style;
    this.isHeading = isHeading;
  }

  addInline(inline: Inline): void {
    if (this.atoms.length > 0 && !(inline.kind === "text" && isSpace(inline))) this.endAtoms();
    this.inlines.push(inline);
  }

  /** Adds a block that stands in a line with others like it. */
  addAtom(box: Box): void {
    if (this.atoms.length === 0) this.endParagraph();
    this.inlines = [];
    this.atoms.push(box);
  }

  addBlock(block: Block): void {
    this.end();
    this.blocks.push(block);
  }

  /** Ends the current paragraph. */
  end(): void {
    this.endAtoms();
    this.endParagraph();
  }

  private endAtoms(): void {
    if (this.atoms.length === 0) return;
    const style = anonymousStyle(this.style);
    style.flex.wraps = true;
    style.flex.justify =
      this.style.textAlign === "center" ? "center" : this.style.textAlign === "right" ? "end" : "normal";
    style.flex.align = "start";
    const [first] = this.atoms;
    if (first && this.atoms.length === 1) this.blocks.push(alignedBox(first, style));
    else this.blocks.push({ kind: "line", style, items: this.atoms });
    this.atoms = [];
    this.inlines = [];
  }

  private endParagraph(): void {
    const inlines = collapsed(this.inlines);
    const isEmptyLine = inlines.length === 0 && this.inlines.some(({ kind }) => kind === "break");
    this.inlines = [];
    if (inlines.length === 0 && !isEmptyLine) return;
    for (const part of isEmptyLine ? [[]] : shortParts(inlines)) {
      const paragraph: Paragraph = { kind: "paragraph", inlines: part, style: this.style };
      if (this.isHeading) paragraph.isHeading = true;
      this.blocks.push(paragraph);
    }
  }
}

function alignedBox(box: Box, line: Style): Box {
  const side = line.flex.justify;
  if (side === "normal") return box;
  const style: Style = { ...box.style, margin: { ...box.style.margin, left: "auto" } };
  if (side === "center") style.margin.right = "auto";
  return { ...box, style };
}

const isSpace = ({ text, style }: Extract<Inline, { kind: "text" }>) =>
  !style.whiteSpace.startsWith("pre") && /^[ \t\n\r\f]*$/.test(text);

/** Collapses white space over the elements of a paragraph (CSS Text 3, section 4.1). */
function collapsed(inlines: Inline[]): Inline[] {
  const found: Inline[] = [];
  let isAfterSpace = true;
  let column = 0;
  const endLine = () => {
    trimEnd(found);
    isAfterSpace = true;
    column = 0;
  };
  for (const inline of inlines) {
    if (inline.kind === "break") {
      endLine();
      found.push(inline);
      continue;
    }
    if (inline.kind === "picture") {
      found.push(inline);
      isAfterSpace = false;
      continue;
    }
    const { whiteSpace } = inline.style;
    if (whiteSpace === "pre" || whiteSpace === "pre-wrap") {
      for (const [index, line] of inline.text.split(/\r\n|[\n\r\f]/).entries()) {
        if (index > 0) {
          found.push({ kind: "break" });
          column = 0;
        }
        const text = withoutTabs(line, column);
        column += text.length;
        if (text !== "") found.push({ ...inline, text });
      }
      isAfterSpace = false;
      continue;
    }
    const lines = whiteSpace === "pre-line" ? inline.text.split(/\r\n|[\n\r]/) : [inline.text];
    for (const [index, line] of lines.entries()) {
      if (index > 0) {
        endLine();
        found.push({ kind: "break" });
      }
      let text = line.replaceAll(/[ \t\n\r\f]+/g, " ");
      if (isAfterSpace && text.startsWith(" ")) text = text.slice(1);
      if (text === "") continue;
      isAfterSpace = text.endsWith(" ");
      found.push({ ...inline, text });
    }
  }
  trimEnd(found);
  // A break at the end of a block ends its last line and adds none.
  if (found.at(-1)?.kind === "break") found.pop();
  return found;
}

function trimEnd(found: Inline[]): void {
  const last = found.at(-1);
  if (last?.kind !== "text" || last.style.whiteSpace === "pre" || last.style.whiteSpace === "pre-wrap") return;
  const text = last.text.replace(/ $/, "");
  if (text === "") found.pop();
  else found[found.length - 1] = { ...last, text };
}

function withoutTabs(line: string, column: number): string {
  let text = "";
  for (const character of line) text += character === "\t" ? " ".repeat(8 - ((column + text.length) % 8)) : character;
  return text;
}

/** Splits a very long paragraph, after a line where there is one, else after a space. */
function shortParts(inlines: Inline[]): Inline[][] {
  const parts: Inline[][] = [];
  let part: Inline[] = [];
  let length = 0;
  const endPart = () => {
    if (part.length > 0) parts.push(part);
    [part, length] = [[], 0];
  };
  for (const inline of inlines) {
    if (inline.kind === "break" && length > longestParagraph / 3) {
      endPart();
      continue;
    }
    if (inline.kind !== "text") {
      part.push(inline);
      length++;
      continue;
    }
    let rest = inline.text;
    while (length + rest.length > longestParagraph) {
      const room = Math.max(1, longestParagraph - length);
      const space = rest.lastIndexOf(" ", room);
      const cut = space > 0 ? space + 1 : length === 0 ? room : 0;
      if (cut > 0) part.push({ ...inline, text: rest.slice(0, cut) });
      rest = rest.slice(cut);
      endPart();
    }
    if (rest !== "") part.push({ ...inline, text: rest });
    length += Math.max(rest.length, workOfChange);
  }
  endPart();
  return parts;
}

/** Returns the blocks of a flow as one box. */
export function boxOf(flow: Flow, style: Style): Box {
  flow.end();
  return plainBox(flow.blocks, style);
}
