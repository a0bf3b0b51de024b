/** Gives each character a code of two bytes: its UTF-16 unit, and for one beyond the basic plane a free code. */
export interface CharacterCodes {
  /** Returns a text as the bytes of a string in a content stream. */
  encode(text: string): Buffer;
  /** The characters that were encoded, by code. */
  used(): ReadonlyMap<number, string>;
}

/** UTF-16 uses these units in pairs only, so that none of them is a character. */
const [firstFree, lastFree] = [0xd800, 0xdfff];
const replacement = "\ufffd";

export function createCharacterCodes(): CharacterCodes {
  const used = new Map<number, string>();
  const beyond = new Map<string, number>();

  function codeOf(character: string): number {
    const unit = character.charCodeAt(0);
    if (character.length === 1)
      return unit >= firstFree && unit <= lastFree ? codeOf(replacement) : noted(unit, character);
    const known = beyond.get(character);
    if (known !== undefined) return known;
    const free = firstFree + beyond.size;
    if (free > lastFree) return codeOf(replacement);
    beyond.set(character, free);
    return noted(free, character);
  }

  function noted(code: number, character: string): number {
    used.set(code, character);
    return code;
  }

  return {
    encode(text) {
      const codes = [...text].map(codeOf);
      const bytes = Buffer.alloc(codes.length * 2);
      for (const [index, code] of codes.entries()) bytes.writeUInt16BE(code, index * 2);
      return bytes;
    },
    used: () => used,
  };
}
