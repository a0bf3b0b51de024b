import { Suspense, useEffect, useState } from "react";
import { Outlet } from "react-router";
import { useChangeEvents } from "../api/events.ts";
import { useInstallation } from "../api/installation.ts";
import { usePeriodEnd } from "../api/period-end.ts";
import { useDraft, useDraftActions } from "../components/draft/draft-provider.tsx";
import { sayExpired, useExpired } from "../components/plan/expired.ts";
import { RenewBar } from "../components/plan/renew-bar.tsx";
import { useFilesPastedOnPage } from "../components/upload/pasted-files.ts";
import { DialogBoundary } from "../ui/dialog-boundary.tsx";
import { useKeepFocus } from "../ui/keep-focus.ts";
import { lazyComponent } from "../ui/lazy-component.tsx";
import { Opening } from "../ui/opening.tsx";
import { SkipLink } from "../ui/skip-link.tsx";
import { Spinner } from "../ui/states.tsx";
import { useDeviceTheme } from "./device-theme.ts";
import { Sidebar } from "./navigation/sidebar.tsx";
import { TabBar } from "./navigation/tab-bar.tsx";
import { TopBar } from "./navigation/top-bar.tsx";
import { PageBoundary } from "./page/page-boundary.tsx";
import { SearchProvider } from "./search/search-provider.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { useFileDrop } from "./upload/file-drop.ts";
import { useJobDialog } from "./upload/job-dialog.ts";

const UploadDialog = lazyComponent(async () => (await import("../components/upload/upload-dialog.tsx")).UploadDialog);

const DemoBar = lazyComponent(async () => (await import("./demo-bar.tsx")).DemoBar);
const ShortcutsDialog = lazyComponent(async () => (await import("./shortcuts-dialog.tsx")).ShortcutsDialog);

/** Frame of every page of a signed-in practice. Files can be dropped anywhere on it. */
export function AppShell() {
  return (
    <SearchProvider>
      <Frame />
    </SearchProvider>
  );
}

function Frame() {
  const { addFiles } = useDraftActions();
  const expired = useExpired();
  const demo = useInstallation()?.demo;
  useChangeEvents();
  usePeriodEnd();
  useDeviceTheme();
  const [listing, setListing] = useState(false);
  useShortcuts(() => setListing(true));
  useKeepFocus();
  // Not needed for the first paint, but loaded in advance so that it opens at once.
  useEffect(() => {
    const timer = setTimeout(() => void UploadDialog.load().catch(() => undefined), 3_000);
    return () => clearTimeout(timer);
  }, []);
  // Drops inside the dialog arrive here as well: it is a child in the React tree, wherever it is in the DOM.
  const take = (files: Iterable<File>) => (expired ? sayExpired() : addFiles(files));
  const { dragging, listeners } = useFileDrop(take);
  useFilesPastedOnPage(take);

  return (
    <div {...listeners}>
      <SkipLink />
      <div className="app">
        <Sidebar />
        <TopBar />
        <div className="main">
          {expired && <RenewBar />}
          <Suspense fallback={null}>{demo && <DemoBar />}</Suspense>
          <PageBoundary>
            <Suspense fallback={<Spinner />}>
              <Outlet />
            </Suspense>
          </PageBoundary>
        </div>
        <TabBar />
      </div>
      <DialogBoundary open={listing} onClose={() => setListing(false)}>
        <Suspense fallback={null}>{listing && <ShortcutsDialog onClose={() => setListing(false)} />}</Suspense>
      </DialogBoundary>
      <UploadOverlay dragging={dragging} />
    </div>
  );
}

/**
 * The upload dialog, and the notice while files are dragged over the page. A component of its own, because it changes
 * often: the page behind it is not rendered again.
 */
function UploadOverlay({ dragging }: { dragging: boolean }) {
  const { open } = useDraft();
  const { job, close } = useJobDialog();
  const dialogOpen = open || job !== undefined;
  return (
    <>
      {dragging && !dialogOpen && <div className="dropping">Drop the files here</div>}
      <DialogBoundary open={dialogOpen} onClose={close}>
        <Suspense fallback={<Opening />}>
          {dialogOpen && <UploadDialog jobId={job} dropping={dragging} onClose={close} />}
        </Suspense>
      </DialogBoundary>
    </>
  );
}
