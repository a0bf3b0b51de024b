/** The end that always stays: a few letters and the extension. */
const endLength = 10;
/** Shorter names fit wherever a file is listed, beside its light on a phone, too. */
const wholeLength = 14;

/** A long name loses its middle, never its ending. */
export function FileName({ name }: { name: string }) {
  const at = name.length <= wholeLength ? 0 : name.length - endLength;
  return (
    <span className="fname" title={name}>
      <span className="fname__start">{name.slice(0, at)}</span>
      <span className="fname__end">{name.slice(at)}</span>
    </span>
  );
}
