/** Tags and compressions of TIFF 6.0 and its supplements. */
export const tag = {
  kind: 254,
  oldKind: 255,
  width: 256,
  height: 257,
  bits: 258,
  compression: 259,
  photometric: 262,
  fillOrder: 266,
  stripOffsets: 273,
  samples: 277,
  rowsPerStrip: 278,
  stripLengths: 279,
  planes: 284,
  predictor: 317,
  tileWidth: 322,
  extraSamples: 338,
  sampleFormat: 339,
  jpegOffset: 513,
  jpegLength: 514,
  coefficients: 529,
  subsampling: 530,
  blackAndWhite: 532,
} as const;

export const photometrics = { whiteIsZero: 0, blackIsZero: 1, rgb: 2, palette: 3, separated: 5, yCbCr: 6 } as const;
