import { useQuery } from "@tanstack/react-query";
import { Bell } from "lucide-react";
import type { ComponentProps } from "react";
import { notificationsQuery } from "../../api/notifications.ts";
import { count } from "../../ui/words.ts";

/** Shows the number of new notifications that need a person. */
export function BellButton(props: ComponentProps<"button">) {
  const { data } = useQuery(notificationsQuery);
  const unseen = data?.unseen ?? 0;
  return (
    <button
      {...props}
      className="btn btn--quiet btn--icon bell-btn"
      type="button"
      aria-label={
        unseen > 0 ? `Notifications, ${count(unseen, "new that needs you", "new that need you")}` : "Notifications"
      }
      aria-haspopup="dialog"
    >
      <Bell className="i" aria-hidden />
      {unseen > 0 && (
        <span className="bell-btn__count num" aria-hidden>
          {unseen > 99 ? "99+" : unseen}
        </span>
      )}
    </button>
  );
}
