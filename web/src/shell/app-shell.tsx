import { lazy, Suspense, useEffect } from "react";
import { useDropzone } from "react-dropzone";
import { Outlet } from "react-router";
import { useChangeEvents } from "../api/events.ts";
import { useDraft } from "../components/upload/draft-provider.tsx";
import { Spinner } from "../ui/states.tsx";
import { Tips } from "../ui/tip.tsx";
import { useDeviceTheme } from "./device-theme.ts";
import { sayExpired, useExpired } from "./expired.ts";
import { RenewBar } from "./renew-bar.tsx";
import { SearchProvider } from "./search-provider.tsx";
import { useShortcuts } from "./shortcuts.ts";
import { Sidebar } from "./sidebar.tsx";
import { TabBar } from "./tab-bar.tsx";
import { TopBar } from "./top-bar.tsx";

const loadUploadDialog = () => import("../components/upload/upload-dialog.tsx");
const UploadDialog = lazy(async () => ({ default: (await loadUploadDialog()).UploadDialog }));

/** What stands around every page of a signed-in practice. Files may be dropped anywhere on it. */
export function AppShell() {
  return (
    <Tips>
      <SearchProvider>
        <Frame />
      </SearchProvider>
    </Tips>
  );
}

function Frame() {
  const { draft, addFiles } = useDraft();
  const expired = useExpired();
  useChangeEvents();
  useDeviceTheme();
  useShortcuts();
  // Not needed for the first paint, but wanted at once when it is opened.
  useEffect(() => {
    const timer = setTimeout(() => void loadUploadDialog(), 3_000);
    return () => clearTimeout(timer);
  }, []);
  // Drops inside the dialog arrive here as well: it is a child of this tree, wherever it is drawn.
  const { getRootProps, isDragActive } = useDropzone({
    noClick: true,
    noKeyboard: true,
    onDrop: (files) => (expired ? sayExpired() : files.length > 0 && addFiles(files)),
  });

  return (
    <div {...getRootProps({ role: undefined, tabIndex: undefined })}>
      <div className="app">
        <Sidebar />
        <TopBar />
        <div className="main">
          {expired && <RenewBar />}
          <Suspense fallback={<Spinner />}>
            <Outlet />
          </Suspense>
        </div>
        <TabBar />
      </div>
      {isDragActive && !draft.open && <div className="dropping">Drop the papers here</div>}
      <Suspense fallback={null}>{draft.open && <UploadDialog dropping={isDragActive} />}</Suspense>
    </div>
  );
}
