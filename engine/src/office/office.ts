/** Options for one file. */
export interface OfficeOptions {
  password?: string;
}

/** What LibreOffice omitted from a PDF or could not do. */
export interface Printed {
  /** Numbers of hidden slides, counted from 1; always empty when LibreOffice is started for each file. */
  hiddenSlides: number[];
  /** Whether tracked changes could not be accepted; always false when LibreOffice is started for each file. */
  changesLeft: boolean;
}

/**
 * LibreOffice, as LibreOfficeKit or as separate processes. It converts one document at a time: a second call waits for
 * the first. Both methods throw ConvertError `damaged` when the file cannot be loaded, `password` when a password is
 * missing or wrong, and OfficeDied when LibreOffice crashed, which does not prove that the file is at fault.
 */
export interface Office {
  /**
   * Prints a document to PDF in its own page sizes, with tracked changes accepted and without hidden slides.
   * @param outPath a new file
   */
  toPdf(inPath: string, outPath: string, options?: OfficeOptions): Promise<Printed>;
  /**
   * Converts any workbook that LibreOffice reads to XLSX.
   * @param outPath a new file
   */
  toXlsx(inPath: string, outPath: string, options?: OfficeOptions): Promise<void>;
}

/** LibreOffice exited during a conversion or could not be started; a new process may succeed. */
export class OfficeDied extends Error {}
