/**
 * Joins the lines of a paragraph that was sent as format=flowed (RFC 3676). Quoted lines are joined with those of the
 * same depth and keep their marks.
 * @param text with line feeds only
 * @param removesSpace whether the space before a soft line break is not part of the text (DelSp)
 */
export function decodeFlowed(text: string, removesSpace: boolean): string {
  const paragraphs: string[] = [];
  let pieces: string[] = [];
  let depth = 0;
  const end = () => {
    if (pieces.length > 0) paragraphs.push(`${">".repeat(depth)}${depth > 0 ? " " : ""}${pieces.join("")}`);
    pieces = [];
  };
  for (const line of text.split("\n")) {
    const marks = /^>*/.exec(line)?.[0].length ?? 0;
    const content = line.slice(marks).replace(/^ /, "");
    if (marks !== depth) end();
    depth = marks;
    const isSignature = content === "-- ";
    if (isSignature) end();
    const isSoft = content.endsWith(" ") && !isSignature;
    pieces.push(isSoft && removesSpace ? content.slice(0, -1) : content);
    if (!isSoft) end();
  }
  end();
  return paragraphs.join("\n");
}
