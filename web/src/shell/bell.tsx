import type { Notification } from "@sheaf/contracts/notifications.ts";
import { useQuery } from "@tanstack/react-query";
import { Bell as BellIcon } from "lucide-react";
import { Popover } from "radix-ui";
import { useEffect, useState } from "react";
import { notificationsQuery, useMarkSeen } from "../api/notifications.ts";
import { Dialog } from "../ui/dialog.tsx";
import { count } from "../ui/words.ts";
import { NotificationList } from "./notification-list.tsx";

/** A bubble beside the bell on a wide screen. */
export function Bell() {
  const { open, setOpen, button, told } = useBell();
  return (
    <Popover.Root open={open} onOpenChange={setOpen}>
      <Popover.Trigger asChild>{button}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop pop--bell"
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label="Notifications"
        >
          <h2 className="pop__head">Notifications</h2>
          <NotificationList {...told} onLeave={() => setOpen(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}

/** On a phone: a sheet from below. */
export function PhoneBell() {
  const { open, setOpen, button, told } = useBell();
  return (
    <>
      {button}
      {open && (
        <Dialog title="Notifications" onClose={() => setOpen(false)}>
          <NotificationList {...told} onLeave={() => setOpen(false)} />
        </Dialog>
      )}
    </>
  );
}

/** Opening it is having seen what is in it, and what comes in while it is open. */
function useBell() {
  const [open, setOpen] = useState(false);
  const { data, error, refetch } = useQuery(notificationsQuery);
  const { mutate: markSeen } = useMarkSeen();
  const unseen = data?.unseen ?? 0;
  const newest = data?.told[0]?.at;

  useEffect(() => {
    if (open && unseen > 0 && newest) markSeen(newest);
  }, [open, unseen, newest, markSeen]);

  function change(next: boolean) {
    setOpen(next);
    // What was new is read by now.
    if (!next) void refetch();
  }

  const button = (
    <button
      className="btn btn--quiet btn--icon bell-btn"
      type="button"
      aria-label={unseen > 0 ? `Notifications, ${count(unseen, "new", "new")}` : "Notifications"}
      aria-haspopup="dialog"
      onClick={() => change(!open)}
    >
      <BellIcon className="i" aria-hidden />
      {unseen > 0 && (
        <span className="bell-btn__count num" aria-hidden>
          {unseen > 99 ? "99+" : unseen}
        </span>
      )}
    </button>
  );
  const told: { told: Notification[] | undefined; error: unknown; retry: () => void } = {
    ...{ told: data?.told, error },
    retry: () => void refetch(),
  };
  return { open, setOpen: change, button, told };
}
