import { retention } from "@sheaf/contracts/limits.ts";
import type { PageSearchResult } from "@sheaf/contracts/page-search.ts";
import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { settingsQuery } from "../../../api/settings.ts";
import { Callout } from "../../../ui/callout.tsx";
import { count } from "../../../ui/words.ts";

/**
 * Which pages are searched: for how long they are kept, and how many files have not been read.
 * @param found undefined before a search
 */
export function SearchedPages({ found }: { found: PageSearchResult | undefined }) {
  const { data: settings } = useQuery(settingsQuery);
  if (!settings) return null;
  const { unread = 0, notRead = 0, isCatchingUp = false } = found ?? {};
  const keptDays = Math.min(settings.fileRetentionDays, retention.documentDays);
  return (
    <div className="hits__note mute sm">
      {unread > 0 && <p>{count(unread, "file is", "files are")} waiting to be read and will be found afterwards.</p>}
      {isCatchingUp && <p>Older papers are still being read and will be found afterwards.</p>}
      {notRead > 0 && <p>{count(notRead, "file")} could not be read, or only in part: their words may not be found.</p>}
      <p>
        Pages are searched while their files are kept: {count(keptDays, "day")}. Papers older than that are not found.
      </p>
    </div>
  );
}

/** Says that nothing can be found while the practice has its pages not read. */
export function ReadingOff() {
  const { data: settings } = useQuery(settingsQuery);
  if (settings?.readPages !== false) return null;
  return (
    <Callout kind="busy">
      <b>The pages of this practice are not read,</b> so they cannot be searched.{" "}
      <Link to="/settings#reading">Reading pages in Settings</Link>
    </Callout>
  );
}
