import papers from "./papers.svg";

export type PaperKind = "statement" | "invoice" | "receipt" | "letter" | "sheet" | "photo";

/** A drawn A4 sheet, for use inside an svg. Paper stays white in the dark theme, as everywhere. */
export function Paper({ kind, width, height }: { kind: PaperKind; width: number; height: number }) {
  return <use href={`${papers}#${kind}`} width={width} height={height} />;
}

export function Thumbnail({ kind }: { kind: PaperKind }) {
  return (
    <span className="thumb thumb--md">
      <svg viewBox="0 0 84 119" aria-hidden="true">
        <Paper kind={kind} width={84} height={119} />
      </svg>
    </span>
  );
}
