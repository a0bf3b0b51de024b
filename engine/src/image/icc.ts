const profileSpaces = { grey: "GRAY", rgb: "RGB ", cmyk: "CMYK" } as const;

/** An ICC profile counts only if it is for the picture's kind of colour (ICC.1, 7.2.6). */
export function usableProfile(profile: Buffer, kind: keyof typeof profileSpaces): Buffer | undefined {
  const isMeant = profile.length > 128 && profile.toString("latin1", 16, 20) === profileSpaces[kind];
  return isMeant ? profile : undefined;
}
