import type { UserPage } from "@sheaf/contracts/admin/users.ts";
import { retention } from "@sheaf/contracts/limits.ts";
import { useNavigate } from "react-router";
import { useDeleteUser } from "../../../api/admin/users.ts";
import { TextField } from "../../../ui/field.tsx";
import { addressOf } from "../frame/admin-tabs.tsx";
import { ActionDialog } from "../pieces/action-dialog.tsx";

/** Deletes a user at their own request. Deleting the owner deletes the practice. */
export function DeleteUser({ page: { user, practice }, onClose }: { page: UserPage; onClose: () => void }) {
  const navigate = useNavigate();
  const typedRight = (typed: string) =>
    typed.toLowerCase() === user.username.toLowerCase() ? undefined : `Type the username, ${user.username}`;
  return (
    <ActionDialog
      title={`Delete ${user.firstName} ${user.lastName}`}
      action={{ label: "Delete", doing: "Deleting...", danger: true }}
      act={useDeleteUser(user.id)}
      rules={{ username: [typedRight] }}
      fields={(field) => (
        <TextField
          label={`Type “${user.username}” to confirm`}
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          {...field("username")}
        />
      )}
      onDone={() => void navigate(addressOf("users"), { replace: true })}
      onClose={onClose}
    >
      {user.role === "owner" ? (
        <>
          <p>
            {practice.name} is deleted with its owner: every customer, job, original and PDF is erased, and every member
            is signed out. This cannot be undone.
          </p>
          <p className="dim">
            Records of payments are kept for {retention.transactionYears} years, as the law requires.
          </p>
        </>
      ) : (
        <p>The account is deleted. {practice.name} keeps everything that was uploaded. This cannot be undone.</p>
      )}
    </ActionDialog>
  );
}
