const system: [name: RegExp, words: string][] = [
  [/^__MACOSX\/|(?:^|\/)(?:\._[^/]*|\.DS_Store|Icon\r)$/i, "is a file that macOS keeps for itself, not a document."],
  [
    /(?:^|\/)(?:ehthumbs(?:_vista)?\.db|thumbs\.db|desktop\.ini)$/i,
    "is a file that Windows keeps for a folder, not a document.",
  ],
  [/\.p7s$/i, "is a digital signature, not a document."],
  [/\.ics$/i, "is a calendar entry, not a document."],
];

/**
 * Returns why a file in a container is not a document, as words that follow its name; null when it may be one.
 * @param path as the container gives it, before it is made safe: that removes leading dots
 */
export function setAsideWords(path: string): string | null {
  return system.find(([name]) => name.test(path))?.[1] ?? null;
}
