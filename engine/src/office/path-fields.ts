/*
 * Fields that print the path of the document would print a folder of this machine: they print its name instead. Each kind of
 * document has a function here.
 */

const instruction = /(<w:instrText\b[^>]*>)([^<]*)(<\/w:instrText>)/g;

/** ECMA-376-1, 17.16.5.18: FILENAME with the switch \p. Word cuts a field's text into as many pieces as it likes. */
export function withoutWordPaths(xml: string): string {
  if (!xml.includes("\\")) return xml;
  return xml
    .replaceAll(/fldCharType="begin"(?:(?!fldCharType=)[\s\S])*/g, (field) => {
      const text = [...field.matchAll(instruction)].map(([, , piece]) => piece).join("");
      const without = withoutSwitch(text);
      if (without === text) return field;
      let rest = without;
      return field.replaceAll(instruction, (_all, before: string, _piece: string, after: string) => {
        const all = `${before}${rest}${after}`;
        rest = "";
        return all;
      });
    })
    .replaceAll(/(\bw:instr=")([^"]*)"/g, (_all, before: string, text: string) => `${before}${withoutSwitch(text)}"`);
}

function withoutSwitch(text: string): string {
  return /^\s*FILENAME\b/i.test(text) ? text.replaceAll(/\\p/gi, "") : text;
}

/** ODF 1.3-3, 19.797: `full` and `path` are replaced, `name` and `name-and-extension` stay. */
export function withoutOdfPaths(xml: string): string {
  return xml.replaceAll(/(<text:file-name\b[^>]*text:display=)(["'])(?:full|path)\2/g, '$1"name-and-extension"');
}

/** Writes over the switch in place. @returns whether there was one */
export function hideRtfPaths(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  let changed = false;
  for (const { index, 0: found } of text.matchAll(/FILENAME[^{}]{0,80}?\\\\p/gi)) {
    bytes.fill(" ", index + found.length - 3, index + found.length);
    changed = true;
  }
  return changed;
}

const [begin, notMark] = [String.raw`\x13`, String.raw`[^\x13-\x15]`];
const narrowField = new RegExp(String.raw`${begin}\s*FILENAME${notMark}{0,80}?\\p`, "gi");
const wideField = new RegExp(
  String.raw`${begin}\0(?:\s\0)*F\0I\0L\0E\0N\0A\0M\0E\0(?:${notMark}\0){0,80}?\\\0p\0`,
  "gi",
);

/**
 * [MS-DOC] 2.8.25: a field begins with 0x13, its instruction ends with 0x14 or 0x15; text of one byte or two each. Writes over the switch in place.
 * @returns whether there was one
 */
export function hideDocPaths(bytes: Buffer): boolean {
  const text = bytes.toString("latin1");
  let changed = false;
  const blank = (from: number, length: number) => {
    for (let at = from; at < from + length; at += length / 2) bytes[at] = 0x20;
    changed = true;
  };
  for (const { index, 0: found } of text.matchAll(narrowField)) blank(index + found.length - 2, 2);
  for (const { index, 0: found } of text.matchAll(wideField)) blank(index + found.length - 4, 4);
  return changed;
}
