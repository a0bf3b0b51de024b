/** What the network's characters mean on British papers. */
export interface Alphabet {
  /** Texts of one character; the first stands for none. */
  texts: string[];
  /** Index in `texts` for each character of the network; -1 for one that is ignored. */
  textOf: Int16Array;
  /** Index of the space in `texts`. */
  space: number;
}

/** Latin letters, digits, punctuation and currencies. */
const wanted = /^[\u0020-\u007e\u00a1-\u017f•‰€–—…]$/u;
const straightQuotes: Record<string, string> = { "‘": "'", "’": "'", "′": "'", "“": '"', "”": '"', "″": '"' };

/**
 * The network knows 6,600 characters, most of them Chinese, and several forms of a Latin one. Those that mean the same
 * are counted as one, and those that no paper of ours has are left out.
 */
export function alphabetOf(characters: readonly string[]): Alphabet {
  const texts = [""];
  const indexes = new Map([["", 0]]);
  const textOf = Int16Array.from(characters, (character) => {
    const text = straightQuotes[character] ?? character.normalize("NFKC");
    const known = indexes.get(text);
    if (known !== undefined) return known;
    if (!wanted.test(text)) return -1;
    indexes.set(text, texts.length);
    return texts.push(text) - 1;
  });
  return { texts, textOf, space: indexes.get(" ") ?? -1 };
}
