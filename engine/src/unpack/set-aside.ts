const notDocuments: [path: RegExp, words: string][] = [
  [/(?:^|\/)(?:__MACOSX\/.*|\._[^/]*|\.DS_Store|Icon\r)$/i, "holds only settings of a Mac."],
  [/(?:^|\/)(?:(?:eh)?thumbs(?:_vista)?\.db|desktop\.ini)$/i, "holds only settings of a folder in Windows."],
  [/\.p7s$/i, "is a digital signature."],
  [/\.(?:ics|vcs)$/i, "is a calendar entry."],
  [/\.vcf$/i, "is a business card."],
];

/**
 * Returns why a file in a container is not a document, as words that follow its name; null when it may be one.
 * @param path as the container gives it: making it safe would remove leading dots
 */
export function setAsideWords(path: string): string | null {
  return notDocuments.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
