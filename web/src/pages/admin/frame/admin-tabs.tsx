import { type ComponentType, type KeyboardEvent, useEffect } from "react";
import { Link, useNavigate } from "react-router";
import { useWaitingCount } from "../../../api/admin/money.ts";
import { useOwnPractice } from "../../../api/installation.ts";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { number } from "../../../ui/words.ts";

export interface Part {
  label: string;
  /** A panel without this is loaded with the dashboard; one with it when its tab is opened. */
  Panel?: ComponentType;
}

export const tabs = {
  overview: { label: "Overview" },
  users: { label: "Users" },
  practices: {
    label: "Practices",
    Panel: lazyComponent(async () => (await import("../practices/practices.tsx")).Practices),
  },
  money: { label: "Money", Panel: lazyComponent(async () => (await import("../money/money.tsx")).Money) },
  analytics: { label: "Analytics" },
  operations: {
    label: "Operations",
    Panel: lazyComponent(async () => (await import("../operations/operations.tsx")).Operations),
  },
  settings: {
    label: "Settings",
    Panel: lazyComponent(async () => (await import("../settings/settings.tsx")).Settings),
  },
} satisfies Record<string, Part>;
export type Tab = keyof typeof tabs;

/** Tabs whose panels are loaded with the dashboard. */
export type FirstTab = { [Name in Tab]: (typeof tabs)[Name] extends { Panel: ComponentType } ? never : Name }[Tab];

/** Returns the tabs of this kind of installation: an own practice has none for money. */
export function useTabs(): Tab[] {
  const ownPractice = useOwnPractice();
  const all = Object.keys(tabs) as Tab[];
  return ownPractice ? all.filter((tab) => tab !== "money") : all;
}

/** Returns the tab named in the address; the overview for any other text. */
export const asTab = (text: string | null, there: Tab[]): Tab => there.find((tab) => tab === text) ?? "overview";

export const addressOf = (tab: Tab) => (tab === "overview" ? "/admin/dashboard" : `/admin/dashboard?tab=${tab}`);
export const tabId = (tab: Tab) => `tab-${tab}`;
export const panelId = "tab-panel";

const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };

/** Scrolls the row, which on a phone is wider than the screen, whenever `change` does. */
function useOpenTabInView(change: unknown): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the row has another open tab or another width after it
  useEffect(() => {
    document.querySelector("[role=tab][aria-selected=true]")?.scrollIntoView({ block: "nearest" });
  }, [change]);
}

export function AdminTabs({ current }: { current: Tab }) {
  const navigate = useNavigate();
  const all = useTabs();
  useOpenTabInView(current);

  function press({ key, currentTarget }: KeyboardEvent<HTMLDivElement>) {
    const step = steps[key];
    const next = step && all.at((all.indexOf(current) + step) % all.length);
    if (!next) return;
    void navigate(addressOf(next));
    currentTarget.querySelector<HTMLElement>(`#${tabId(next)}`)?.focus();
  }

  return (
    <div
      className="tabs admin-head__in admin-head__tabs"
      role="tablist"
      aria-label="Parts of the portal"
      onKeyDown={press}
    >
      {all.map((tab) => (
        <Link
          key={tab}
          to={addressOf(tab)}
          role="tab"
          id={tabId(tab)}
          aria-selected={tab === current}
          aria-controls={tab === current ? panelId : undefined}
          tabIndex={tab === current ? 0 : -1}
        >
          <Label tab={tab} />
        </Link>
      ))}
    </div>
  );
}

/** The same links on a user's page, which belongs to no tab. */
export function PortalLinks() {
  return (
    <nav className="tabs admin-head__in admin-head__tabs" aria-label="Parts of the portal">
      {useTabs().map((tab) => (
        <Link key={tab} to={addressOf(tab)} aria-current={tab === "users" ? "true" : undefined}>
          <Label tab={tab} />
        </Link>
      ))}
    </nav>
  );
}

function Label({ tab }: { tab: Tab }) {
  return (
    <>
      {tabs[tab].label} {tab === "money" && <WaitingCount />}
    </>
  );
}

/** Number of refunds and payments that wait for an administrator; nothing when there are none. */
function WaitingCount() {
  const waiting = useWaitingCount();
  useOpenTabInView(waiting);
  if (waiting === 0) return null;
  return (
    <span className="badge badge--busy num">
      {number(waiting)} <span className="sr">waiting</span>
    </span>
  );
}
