import zlib from "node:zlib";
import { pdfHeader, writeTo } from "./file-writer.ts";

/** Writes a PDF with object streams (PDF 1.5, ISO 32000-1, 7.5.7). */
export interface PackedWriter {
  /** Adds an object that is not a stream. */
  addObject(number: number, body: string): void;
  addStream(number: number, dictionary: string, data: Uint8Array): void;
  /** @param size one more than the greatest number used @param root number of the catalogue */
  finish(size: number, root: number, info: number): void;
  /** Also needed after a failure; may be called more than once. */
  close(): void;
}

const objectsPerPack = 200;

type Place = { offset: number } | { pack: number; index: number };

/** Writes a PDF object by object; objects that are not streams go into compressed object streams. */
export function createPackedWriter(path: string): PackedWriter {
  const file = writeTo(path);
  const places = new Map<number, Place>();
  // Object streams are numbered at the end, after all other objects.
  const packs: { entries: string; data: Buffer }[] = [];
  let members: { number: number; body: string }[] = [];
  file.write(pdfHeader);

  function closePack(): void {
    if (members.length === 0) return;
    const pack = packs.length;
    let index = "";
    let bodies = "";
    members.forEach(({ number, body }, position) => {
      index += `${number} ${bodies.length} `;
      bodies += `${body}\n`;
      places.set(number, { pack, index: position });
    });
    const data = zlib.deflateSync(Buffer.from(index + bodies, "latin1"));
    packs.push({ entries: `/N ${members.length} /First ${index.length}`, data });
    members = [];
  }

  function writeStream(number: number, dictionary: string, data: Uint8Array): void {
    places.set(number, { offset: file.offset });
    file.write(`${number} 0 obj\n${dictionary}\nstream\n`, data, "\nendstream\nendobj\n");
  }

  return {
    addObject(number, body) {
      members.push({ number, body });
      if (members.length === objectsPerPack) closePack();
    },
    addStream: writeStream,
    finish(size, root, info) {
      closePack();
      packs.forEach(({ entries, data }, pack) => {
        const dictionary = `<< /Type /ObjStm ${entries} /Filter /FlateDecode /Length ${data.length} >>`;
        writeStream(size + pack, dictionary, data);
      });
      const table = size + packs.length;
      const offset = file.offset;
      places.set(table, { offset });
      const data = zlib.deflateSync(crossReferences(places, table + 1, size));
      const entries = `/Type /XRef /Size ${table + 1} /W [1 5 2] /Root ${root} 0 R /Info ${info} 0 R`;
      writeStream(table, `<< ${entries} /Filter /FlateDecode /Length ${data.length} >>`, data);
      file.write(`startxref\n${offset}\n%%EOF\n`);
    },
    close: file.close,
  };
}

/**
 * Returns the cross-reference table in rows of 1 + 5 + 2 bytes: kind, offset or pack, index within the pack (ISO
 * 32000-1, table 18).
 */
function crossReferences(places: Map<number, Place>, size: number, firstPack: number): Buffer {
  const rows = Buffer.alloc(size * 8);
  for (const [number, place] of places) {
    const row = number * 8;
    if ("offset" in place) {
      rows[row] = 1;
      rows.writeUIntBE(place.offset, row + 1, 5);
    } else {
      rows[row] = 2;
      rows.writeUIntBE(firstPack + place.pack, row + 1, 5);
      rows.writeUInt16BE(place.index, row + 6);
    }
  }
  rows.writeUInt16BE(0xffff, 6); // object 0 is the head of the free list
  return rows;
}
