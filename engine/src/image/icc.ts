const profileSpaces = { grey: "GRAY", rgb: "RGB ", cmyk: "CMYK" } as const;

/** Returns an ICC profile if it is for the picture's kind of colour (ICC.1, 7.2.6), else undefined. */
export function usableProfile(profile: Buffer, kind: keyof typeof profileSpaces): Buffer | undefined {
  const matchesKind = profile.length > 128 && profile.toString("latin1", 16, 20) === profileSpaces[kind];
  return matchesKind ? profile : undefined;
}
