/**
 * A file name in the direction of its own script. A long one is cut by the style, so that copying and searching use the
 * whole name.
 */
export function FileName({ name }: { name: string }) {
  return (
    <bdi className="fname" title={name}>
      {name}
    </bdi>
  );
}

/** Characters of Hebrew, Arabic and other right-to-left scripts. */
const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** A sentence in which right-to-left names have their own direction. */
export function WithNames({ text, names }: { text: string; names: readonly string[] }) {
  const known = names.filter((name) => rightToLeft.test(name)).toSorted((one, other) => other.length - one.length);
  const escaped = known.map((name) => name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&"));
  if (escaped.length === 0) return text;
  const parts = text.split(new RegExp(`(${escaped.join("|")})`, "u"));
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of one text have no ids
  return parts.map((part, index) => (index % 2 === 1 ? <bdi key={index}>{part}</bdi> : part));
}
