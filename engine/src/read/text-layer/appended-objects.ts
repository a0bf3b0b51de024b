import { writeFileSync } from "node:fs";
import zlib from "node:zlib";
import { writeTo } from "../../pdf/file-writer.ts";
import type { NewObjects } from "./invisible-font.ts";

/** Objects that are appended to a PDF of this engine; all bytes before them stay as they are (ISO 32000-1, 7.5.6). */
export interface AppendedObjects extends NewObjects {
  /** Replaces an object that is not a stream. */
  replace(number: number, body: string): void;
  /** Replaces a stream. @param entries of its dictionary, without filter and length */
  replaceStream(number: number, entries: string, data: Uint8Array): void;
  /** Writes the PDF with the objects; without any, its own bytes alone. */
  write(outPath: string): void;
}

interface End {
  /** One more than the greatest object number. */
  size: number;
  /** Entries of the trailer: catalogue and document information. */
  entries: string;
  tableAt: number;
  /** Whether the references are a stream, as `assemble` writes them; otherwise a table, as `writeDocument` does. */
  isStream: boolean;
}

/** @throws Error when this engine did not write the file, which is a bug of the caller */
export function appendTo(bytes: Buffer): AppendedObjects {
  const end = readEnd(bytes);
  const chunks: (string | Uint8Array)[] = [];
  const offsets = new Map<number, number>();
  let offset = bytes.length;
  let free = end.size;

  function push(...added: (string | Uint8Array)[]): void {
    chunks.push(...added);
    for (const chunk of added) offset += chunk.length;
  }
  function addAt(number: number, body: string): void {
    offsets.set(number, offset);
    push(`${number} 0 obj\n${body}\nendobj\n`);
  }
  function addStreamAt(number: number, entries: string, data: Uint8Array): void {
    const packed = zlib.deflateSync(data, { level: 9 });
    offsets.set(number, offset);
    push(`${number} 0 obj\n<< ${entries} /Filter /FlateDecode /Length ${packed.length} >>\nstream\n`, packed);
    push("\nendstream\nendobj\n");
  }

  return {
    addObject(body) {
      addAt(free, body);
      return free++;
    },
    addPackedStream(entries, data) {
      addStreamAt(free, entries, data);
      return free++;
    },
    replace: addAt,
    replaceStream: addStreamAt,
    write(outPath) {
      const at = offset;
      if (offsets.size === 0) return writeFileSync(outPath, bytes);
      if (end.isStream) push(...streamOf(offsets, free, at, end));
      else push(tableOf(offsets, free, end));
      push(`startxref\n${at}\n%%EOF\n`);
      const file = writeTo(outPath);
      try {
        file.write(bytes, ...chunks);
      } finally {
        file.close();
      }
    },
  };
}

const tailBytes = 100;
const longestTrailer = 500;

function readEnd(bytes: Buffer): End {
  const tail = bytes.toString("latin1", Math.max(0, bytes.length - tailBytes));
  const tableAt = Number(/startxref\n(\d+)\n%%EOF\n$/.exec(tail)?.[1] ?? Number.NaN);
  const isStream = bytes.toString("latin1", tableAt, tableAt + 4) !== "xref";
  const from = isStream ? tableAt : Math.max(tableAt, bytes.lastIndexOf("trailer\n"));
  const trailer = bytes.toString("latin1", from, from + longestTrailer);
  const size = /\/Size (\d+)/.exec(trailer)?.[1];
  const root = /\/Root \d+ 0 R/.exec(trailer)?.[0];
  if (!size || !root) throw new Error("The PDF was not written by this engine");
  const entries = [root, /\/Info \d+ 0 R/.exec(trailer)?.[0]].filter(Boolean).join(" ");
  return { size: Number(size), entries, tableAt, isStream };
}

/** Consecutive object numbers, as sections of cross-references list them. */
function runsOf(offsets: Map<number, number>): number[][] {
  const runs: number[][] = [];
  for (const number of [...offsets.keys()].sort((one, other) => one - other)) {
    const run = runs.at(-1);
    if (run && run.at(-1) === number - 1) run.push(number);
    else runs.push([number]);
  }
  return runs;
}

function tableOf(offsets: Map<number, number>, size: number, { entries, tableAt }: End): string {
  const sections = runsOf(offsets).map((run) => {
    const lines = run.map((number) => `${String(offsets.get(number)).padStart(10, "0")} 00000 n \n`);
    return `${run[0]} ${run.length}\n${lines.join("")}`;
  });
  return `xref\n${sections.join("")}trailer\n<< /Size ${size} ${entries} /Prev ${tableAt} >>\n`;
}

/** Rows of 1 + 5 bytes: kind and offset (ISO 32000-1, table 18). */
function streamOf(offsets: Map<number, number>, own: number, at: number, { entries, tableAt }: End) {
  const all = new Map([...offsets, [own, at]]);
  const runs = runsOf(all);
  const rows = Buffer.alloc(all.size * 6);
  for (const [index, number] of runs.flat().entries()) {
    rows[index * 6] = 1;
    rows.writeUIntBE(all.get(number) ?? 0, index * 6 + 1, 5);
  }
  const data = zlib.deflateSync(rows);
  const index = runs.map((run) => `${run[0]} ${run.length}`).join(" ");
  const dictionary = `/Type /XRef /Size ${own + 1} /W [1 5 0] /Index [${index}] ${entries} /Prev ${tableAt}`;
  return [
    `${own} 0 obj\n<< ${dictionary} /Filter /FlateDecode /Length ${data.length} >>\nstream\n`,
    data,
    "\nendstream\nendobj\n",
  ];
}
