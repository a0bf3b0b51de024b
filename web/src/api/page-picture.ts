import { useQuery } from "@tanstack/react-query";
import { answerTo } from "./client.ts";
import { jobKey } from "./newest-jobs.ts";

/** Time until a picture is asked for again when the server does not say. */
const againSeconds = 2;
/** Each further time is longer by this factor, up to the longest: the change of the job says when it is drawn. */
const growth = 1.5;
const longestAgainMs = 30_000;

/** The path of a page's picture, 1000 pixels wide. */
export const pagePicturePath = (jobId: string, fileId: string, page: number) =>
  `/api/jobs/${jobId}/files/${fileId}/pages/${page}.webp`;

/**
 * Asks whether a page's picture has been drawn: the server draws it when it is first asked for. Asked again after the
 * time that the server says, then less and less often, and when the job has changed. Fails for a page that cannot be
 * drawn.
 * @param isAsked false until the browser has failed to load the picture
 */
export function useDrawnPicture(jobId: string, path: string, isAsked: boolean) {
  return useQuery({
    queryKey: [...jobKey(jobId), "picture", path],
    queryFn: async ({ signal }) => {
      const { headers } = await answerTo("HEAD", path, { signal });
      const again = headers.get("retry-after");
      return { isDrawn: again === null, againMs: 1000 * (Number(again) || againSeconds) };
    },
    enabled: isAsked,
    refetchInterval: ({ state: { data, dataUpdateCount } }) =>
      data && !data.isDrawn ? Math.min(longestAgainMs, data.againMs * growth ** (dataUpdateCount - 1)) : false,
    gcTime: 0,
    retry: false,
  });
}
