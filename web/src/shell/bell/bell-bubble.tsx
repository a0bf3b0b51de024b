import { Popover } from "radix-ui";
import { useState } from "react";
import { BellButton } from "./bell-button.tsx";
import { useNotices } from "./notices.ts";
import { NotificationList } from "./notification-list.tsx";

/** Mounted at the first press of the bell, and therefore initially open. */
export function BellBubble() {
  const [open, setOpen] = useState(true);
  const { told, leave } = useNotices(open);

  function change(next: boolean) {
    setOpen(next);
    if (!next) leave();
  }

  return (
    <Popover.Root open={open} onOpenChange={change}>
      <Popover.Trigger asChild>
        <BellButton />
      </Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="pop pop--bell"
          align="end"
          sideOffset={6}
          collisionPadding={16}
          aria-label="Notifications"
        >
          <h2 className="pop__head">Notifications</h2>
          <NotificationList {...told} onLeave={() => change(false)} />
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
