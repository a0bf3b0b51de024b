/**
 * Returns a page with lines between `<!-- name: … -->` and `<!-- /name -->`, in place of those that an earlier run put
 * there.
 * @throws Error when a marked line is missing
 */
export function withLines(page: string, name: string, between: string[]): string {
  const lines = page.split("\n");
  const begins = lines.findIndex((line) => line.startsWith(`<!-- ${name}:`));
  const ends = lines.indexOf(`<!-- /${name} -->`);
  if (begins < 0 || ends < begins) throw new Error(`The page has no lines <!-- ${name}: … --> and <!-- /${name} -->.`);
  return lines.toSpliced(begins + 1, ends - begins - 1, ...between).join("\n");
}
