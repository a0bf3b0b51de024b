import { useOwnPractice } from "../../api/installation.ts";
import { useExport } from "../../api/security.ts";
import { PasswordDialog } from "../../components/two-factor/password-dialog.tsx";

/**
 * Downloads all data after asking for the password: the ZIP contains every document of every customer, so an unattended
 * browser must not be enough.
 */
export function ExportEverything({ onClose }: { onClose(): void }) {
  const begin = useExport();
  const ownPractice = useOwnPractice();
  return (
    <PasswordDialog
      title="Download Everything"
      action="Download"
      error={begin.error}
      pending={begin.isPending}
      onConfirm={(password) => begin.mutate(password, { onSuccess: onClose })}
      onClose={onClose}
    >
      <p className="dim">
        One ZIP file with customers, jobs, emails{!ownPractice && ", payments"} and all files of the practice.
      </p>
    </PasswordDialog>
  );
}
