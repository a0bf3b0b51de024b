/** Whether bytes begin with a workbook's beginning-of-file record ([MS-XLS] 2.4.21): Excel 2, 3, 4, and 5 to 2003. */
export function isBiffStart(bytes: Uint8Array): boolean {
  const [id, version = 0xff, size = 0, high] = bytes;
  return id === 0x09 && high === 0 && [0, 2, 4, 8].includes(version) && [4, 6, 8, 16].includes(size);
}
