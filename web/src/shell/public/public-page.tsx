import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { useDrawn } from "../../ui/drawn.ts";
import { usePageTitle } from "../../ui/page-title.ts";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader, type PublicPlace } from "./public-header.tsx";

interface PublicPageProps {
  title: string;
  place?: PublicPlace;
  /** Address of the features section; the landing page has one. */
  features?: string;
  children: ReactNode;
}

/** What stands around every page that anyone may read. */
export function PublicPage({ title, place, features = "/#features", children }: PublicPageProps) {
  usePageTitle(title);
  useScrollToHash();
  return (
    <div className="public">
      <PublicHeader place={place} features={features} />
      {children}
      <PublicFooter features={features} />
    </div>
  );
}

/**
 * A link within the app neither goes to its anchor nor begins at the top by itself; a page that came drawn is where its
 * reader has it.
 */
function useScrollToHash(): void {
  const { pathname, hash } = useLocation();
  const at = pathname + hash;
  const shown = useRef(useDrawn() ? at : undefined);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const [, name] = at.split("#");
    const anchor = name ? document.getElementById(decodeURIComponent(name)) : null;
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: "instant" });
  }, [at]);
}
