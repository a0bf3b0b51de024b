/**
 * Where the files of a job lie in the blob store; deleting a job's files is deleting what `list` finds below
 * `jobFolder`.
 */
export function jobFolder(practiceId: string, jobId: string): string {
  return `practices/${practiceId}/jobs/${jobId}/`;
}

export function originalKey(practiceId: string, jobId: string, fileId: string): string {
  return `${jobFolder(practiceId, jobId)}originals/${fileId}`;
}

/** By attempt, so that a worker that lost its lease never writes over what its successor made. */
export function pagesKey(practiceId: string, jobId: string, fileId: string, attempt: number): string {
  return `${jobFolder(practiceId, jobId)}pages/${fileId}-${attempt}.pdf`;
}

export function outputKey(practiceId: string, jobId: string, outputId: string, attempt: number): string {
  return `${jobFolder(practiceId, jobId)}outputs/${outputId}-${attempt}.pdf`;
}

/** Gone with the job's folder. */
export function thumbnailKey(practiceId: string, jobId: string, outputId: string, page: number): string {
  return `${jobFolder(practiceId, jobId)}thumbnails/${outputId}/${page}.webp`;
}
