/** For one file alone. */
export interface OfficeOptions {
  password?: string;
}

/** What LibreOffice left out of a PDF, or could not. */
export interface Printed {
  /** Slides that their author hid, counted from 1; always empty where LibreOffice is started for each file. */
  hiddenSlides: number[];
  /** Tracked changes that it would not accept; never known where LibreOffice is started for each file. */
  changesLeft: boolean;
}

/**
 * LibreOffice, whichever way it runs. One document at a time: a second call waits for the first. Both calls throw
 * ConvertError `damaged` when the file cannot be loaded, `password` when it needs one that was not given or is wrong; a
 * LibreOffice that died throws `OfficeDied`, which is never the file's verdict.
 */
export interface Office {
  /**
   * @param outPath a new PDF of whatever page sizes the document has, with tracked changes accepted and without hidden
   * slides
   */
  toPdf(inPath: string, outPath: string, options?: OfficeOptions): Promise<Printed>;
  /** @param outPath a new workbook in Office Open XML, from any workbook that LibreOffice reads */
  toXlsx(inPath: string, outPath: string, options?: OfficeOptions): Promise<void>;
}

/** LibreOffice ended or could not be started in the middle of its work; a fresh one may do better. */
export class OfficeDied extends Error {}
