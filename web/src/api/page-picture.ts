import { useQuery } from "@tanstack/react-query";
import { answerTo } from "./client.ts";
import { jobKey } from "./newest-jobs.ts";

/** Time until a picture is asked for again when the server does not say. */
const againSeconds = 2;

/** The path of a page's picture, 1000 pixels wide. */
export const pagePicturePath = (jobId: string, fileId: string, page: number) =>
  `/api/jobs/${jobId}/files/${fileId}/pages/${page}.webp`;

/**
 * Asks whether a page's picture has been drawn: the server draws it when it is first asked for. Asked again after the
 * time that the server says, and when the job has changed.
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
    refetchInterval: ({ state }) => (state.data && !state.data.isDrawn ? state.data.againMs : false),
    gcTime: 0,
    retry: false,
  });
}
