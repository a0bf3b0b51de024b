import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { useExpired } from "../../components/plan/expired.ts";
import { KeyHint } from "../../ui/key-hint.tsx";
import { usePageTitle } from "../../ui/page-title.ts";
import { useSingleKeys } from "../../ui/single-keys.ts";
import { Bell } from "../bell/bell.tsx";
import { SearchButton } from "../search/search-provider.tsx";
import { useNewUpload } from "../upload/new-upload.ts";

interface PageHeaderProps {
  title: string;
  description: ReactNode;
  /** "stepped-back" while another action of the page is the primary one. */
  newUpload?: "primary" | "stepped-back" | undefined;
  /** New Upload starts with this customer. */
  customerId?: string;
}

export function PageHeader({ title, description, newUpload, customerId }: PageHeaderProps) {
  usePageTitle(title);
  return (
    <header className="top">
      <div>
        <h1>{title}</h1>
        <p>{description}</p>
      </div>
      <div className="top__end">
        <SearchButton />
        <Bell />
        {newUpload && <NewUploadButton primary={newUpload === "primary"} customerId={customerId} />}
      </div>
    </header>
  );
}

export function NewUploadButton({ primary, customerId }: { primary: boolean; customerId?: string | undefined }) {
  const start = useNewUpload();
  const expired = useExpired();
  const keys = useSingleKeys();
  return (
    <button
      className={primary ? "btn btn--primary" : "btn"}
      type="button"
      aria-disabled={expired || undefined}
      title={expired ? "Renew to upload" : undefined}
      aria-keyshortcuts={keys ? "u" : undefined}
      onClick={() => start(customerId)}
    >
      <Plus className="i i--14" aria-hidden />
      New Upload
      <KeyHint>U</KeyHint>
    </button>
  );
}
