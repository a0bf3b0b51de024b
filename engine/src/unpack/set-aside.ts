const notDocuments: [path: RegExp, words: string][] = [
  [/(?:^|\/)(?:__MACOSX\/.*|\._[^/]*|\.DS_Store|Icon\r)$/i, "is a file that macOS keeps for itself, not a document."],
  [
    /(?:^|\/)(?:(?:eh)?thumbs(?:_vista)?\.db|desktop\.ini)$/i,
    "is a file that Windows keeps for a folder, not a document.",
  ],
  [/\.p7s$/i, "is a digital signature, not a document."],
  [/\.(?:ics|vcs)$/i, "is a calendar entry, not a document."],
  [/\.vcf$/i, "is a business card, not a document."],
];

/**
 * Returns why a file in a container is not a document, as words that follow its name; null when it may be one.
 * @param path as the container gives it: making it safe would remove leading dots
 */
export function setAsideWords(path: string): string | null {
  return notDocuments.find(([pattern]) => pattern.test(path))?.[1] ?? null;
}
