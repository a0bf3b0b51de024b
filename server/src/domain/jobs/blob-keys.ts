/**
 * Returns the prefix of a job's keys in the blob store. To delete a job's files, delete everything that `list` returns
 * for this prefix.
 */
export function jobFolder(practiceId: string, jobId: string): string {
  return `practices/${practiceId}/jobs/${jobId}/`;
}

export function originalKey(practiceId: string, jobId: string, fileId: string): string {
  return `${jobFolder(practiceId, jobId)}originals/${fileId}`;
}

/**
 * The original of an item, in the folder of the attempt that unpacked its container, so that what a killed attempt left
 * is found and deleted.
 */
export function itemKey(
  container: { practiceId: string; jobId: string; id: string; attempt: number },
  id: string,
): string {
  return `${itemsFolder(container)}${container.attempt}/${id}`;
}

/** Prefix of the originals of a container's items, of every attempt. */
export function itemsFolder({ practiceId, jobId, id }: { practiceId: string; jobId: string; id: string }): string {
  return `${jobFolder(practiceId, jobId)}items/${id}/`;
}

/** Contains the attempt, so that a worker that lost its lease never overwrites a file of its successor. */
export function pagesKey(practiceId: string, jobId: string, fileId: string, attempt: number): string {
  return `${jobFolder(practiceId, jobId)}pages/${fileId}-${attempt}.pdf`;
}

/** Prefix of everything that was read in the files of a job. */
export function readingsFolder(practiceId: string, jobId: string): string {
  return `${jobFolder(practiceId, jobId)}readings/`;
}

/** What was read on the pages of a file. */
export function readingKey(practiceId: string, jobId: string, fileId: string, attempt: number): string {
  return `${readingsFolder(practiceId, jobId)}${fileId}-${attempt}.jsonl.gz`;
}

/**
 * The picture of a page, drawn when somebody looks at it. It is named by the key of the pages, so that pages that are
 * made anew get new pictures.
 */
export function pagePictureKey(practiceId: string, jobId: string, pagesKey: string, page: number): string {
  const pages = pagesKey.slice(pagesKey.lastIndexOf("/") + 1).replace(/\.pdf$/, "");
  return `${readingsFolder(practiceId, jobId)}pictures/${pages}/${page}.webp`;
}

/** Stored when the picture of a page could not be drawn. No row names it, so that it is removed within two days. */
export function pageNotDrawnKey(practiceId: string, jobId: string, pagesKey: string, page: number): string {
  return pagePictureKey(practiceId, jobId, pagesKey, page).replace(/\.webp$/, ".not-drawn");
}

export function outputKey(practiceId: string, jobId: string, outputId: string, attempt: number): string {
  return `${jobFolder(practiceId, jobId)}outputs/${outputId}-${attempt}.pdf`;
}

/** The version of a PDF with text. @param version a new id, so that no run overwrites the file of another */
export function searchableKey(practiceId: string, jobId: string, outputId: string, version: string): string {
  return `${jobFolder(practiceId, jobId)}searchable/${outputId}-${version}.pdf`;
}

/** Thumbnails are deleted with the job's folder. */
export function thumbnailKey(practiceId: string, jobId: string, outputId: string, page: number): string {
  return `${jobFolder(practiceId, jobId)}thumbnails/${outputId}/${page}.webp`;
}
