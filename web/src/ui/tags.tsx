import { tagOf } from "@sheaf/contracts/formats.ts";

/** A small coloured tag with the file's type, derived from its name. */
export function Tag({ name }: { name: string }) {
  const tag = tagOf(name);
  return <span className={tag ? `tag tag--${tag.toLowerCase()}` : "tag"}>{tag ?? "?"}</span>;
}

const shown = 3;

/** Tags of at most three files, then "+N more". */
export function Tags({ names }: { names: string[] }) {
  return (
    <span className="tags">
      {names.slice(0, shown).map((name, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat and never move
        <Tag key={index} name={name} />
      ))}
      {names.length > shown && <small>+{names.length - shown} more</small>}
    </span>
  );
}
