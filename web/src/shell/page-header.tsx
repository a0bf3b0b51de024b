import { Plus } from "lucide-react";
import type { ReactNode } from "react";
import { usePageTitle } from "../ui/page-title.ts";
import { Bell } from "./bell.tsx";
import { useExpired } from "./expired.ts";
import { useNewUpload } from "./new-upload.ts";
import { SearchButton } from "./search-provider.tsx";

interface PageHeaderProps {
  title: string;
  description: ReactNode;
  /** "stepped-back" while something else on the page is the primary action. */
  newUpload?: "primary" | "stepped-back";
}

export function PageHeader({ title, description, newUpload }: PageHeaderProps) {
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
        {newUpload && <NewUploadButton primary={newUpload === "primary"} />}
      </div>
    </header>
  );
}

export function NewUploadButton({ primary }: { primary: boolean }) {
  const start = useNewUpload();
  const expired = useExpired();
  return (
    <button
      className={primary ? "btn btn--primary" : "btn"}
      type="button"
      aria-disabled={expired || undefined}
      title={expired ? "Renew to upload" : undefined}
      aria-keyshortcuts="u"
      onClick={() => start()}
    >
      <Plus className="i i--14" aria-hidden />
      New Upload
      <span className="kbd" aria-hidden>
        U
      </span>
    </button>
  );
}
