import { useCallback } from "react";
import { hitKey, type PageFilter, usePageSearch } from "../../../api/page-search.ts";
import { NotLoaded } from "../../../ui/not-loaded.tsx";
import type { useOpenInAddress } from "../../../ui/open-in-address.ts";
import { CustomerFilter } from "../customer-filter.tsx";
import { DateFilter } from "../date-filter.tsx";
import { HitList } from "./hit-list.tsx";
import { HitView } from "./hit-view.tsx";
import { NothingFound, NothingTyped } from "./no-hits.tsx";
import { foundWords } from "./search-words.ts";
import { ReadingOff, SearchedPages } from "./searched-pages.tsx";
import "./page-search.css";

interface PageSearchProps {
  filter: PageFilter;
  /** The open hit in the address. */
  hit: ReturnType<typeof useOpenInAddress>;
  /** Id of the job in the drawer. */
  openJob: string | null;
  onChange: (changed: PageFilter) => void;
  onClear: () => void;
}

/** The pages on which the words stand, and one of them large. */
export function PageSearch({ filter: { q, customerId, from, to }, hit, openJob, onChange, onClear }: PageSearchProps) {
  const filter = { q, customerId, from, to };
  const search = usePageSearch(filter);
  const { data, error, isPlaceholderData, hasNextPage, fetchNextPage, isFetchingNextPage } = search;
  const hits = data?.pages.flatMap((part) => part.hits) ?? [];
  const last = data?.pages.at(-1);
  const at = hits.findIndex((one) => hitKey(one) === hit.value);
  const showMore = useCallback(() => void fetchNextPage({ cancelRefetch: false }), [fetchNextPage]);
  const isOld = isPlaceholderData && q !== undefined;
  return (
    <>
      <div className="listline">
        <p className={last && hits.length === 0 && last.correction === null ? "sr" : "mute sm num"} role="status">
          {q && last && !isOld && foundWords(hits.length, { q, correction: last.correction, hasMore: hasNextPage })}
        </p>
        <div className="listline__end">
          <CustomerFilter chosen={customerId} onChoose={(next) => onChange({ customerId: next })} />
          <DateFilter from={from} to={to} onChoose={onChange} />
        </div>
      </div>
      <ReadingOff />
      <section className={isOld ? "card hits is-old" : "card hits"} aria-busy={isOld} aria-label="Pages">
        {!q ? (
          <NothingTyped />
        ) : !last || (error && isOld) ? (
          <NotLoaded query={search} what="The pages" label="Searching the pages" rows={5} />
        ) : hits.length > 0 ? (
          <HitList hits={hits} openJob={openJob} onOpen={hit.open} />
        ) : (
          <NothingFound
            q={q}
            isFiltered={Boolean(customerId || from || to)}
            isIncomplete={last.unread > 0 || last.notRead > 0 || last.isCatchingUp}
            onClear={onClear}
          />
        )}
        {hasNextPage && (
          <div className="more">
            <button
              className="btn"
              type="button"
              aria-disabled={isFetchingNextPage || undefined}
              onClick={() => !isFetchingNextPage && showMore()}
            >
              {isFetchingNextPage ? "Loading..." : "Show more"}
            </button>
          </div>
        )}
        <SearchedPages found={last} />
      </section>
      {at >= 0 && (
        <HitView hits={hits} at={at} hasMore={hasNextPage} onMore={showMore} onOpen={hit.open} onClose={hit.close} />
      )}
    </>
  );
}
