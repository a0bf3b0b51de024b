import { type ReactNode, useEffect, useRef } from "react";
import { useLocation } from "react-router";
import { usePageTitle } from "../../ui/page-title.ts";
import { useIsServerRendered } from "../../ui/server-rendered.ts";
import { PublicFooter } from "./public-footer.tsx";
import { PublicHeader, type PublicPlace } from "./public-header.tsx";

interface PublicPageProps {
  title: string;
  place?: PublicPlace;
  /** Address of the features section; only the landing page has one. */
  features?: string;
  children: ReactNode;
}

/** Frame of every public page. */
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
 * Scrolls to the anchor, or to the top, which a link within the app does not do by itself; a server-rendered page keeps
 * its position.
 */
function useScrollToHash(): void {
  const { pathname, hash } = useLocation();
  const at = pathname + hash;
  const shown = useRef(useIsServerRendered() ? at : undefined);
  useEffect(() => {
    if (shown.current === at) return;
    shown.current = at;
    const [, name] = at.split("#");
    const anchor = name ? document.getElementById(decodeURIComponent(name)) : null;
    if (anchor) anchor.scrollIntoView();
    else window.scrollTo({ top: 0, behavior: "instant" });
  }, [at]);
}
