import { Dialog } from "../../ui/dialog.tsx";
import { useNotices } from "./notices.ts";
import { NotificationList } from "./notification-list.tsx";

/** Open while it is mounted. */
export function BellSheet({ onClose }: { onClose: () => void }) {
  const { told, leave } = useNotices(true);
  const close = () => {
    leave();
    onClose();
  };
  return (
    <Dialog title="Notifications" onClose={close}>
      <NotificationList {...told} onLeave={close} />
    </Dialog>
  );
}
