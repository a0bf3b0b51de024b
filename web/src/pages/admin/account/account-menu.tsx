import { History, KeyRound, MonitorSmartphone, UserRoundCog } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Suspense, useState } from "react";
import { lazyComponent } from "../../../ui/lazy-component.tsx";
import { Menu } from "../../../ui/menu.tsx";
import { ActionLog } from "./action-log.tsx";
import { AdminSessions } from "./admin-sessions.tsx";

// Loaded on demand, as it is rarely opened.
const AdminTwoFactor = lazyComponent(async () => (await import("./admin-two-factor.tsx")).AdminTwoFactor);

const entries = {
  sessions: { label: "My sessions", Icon: MonitorSmartphone, Opens: AdminSessions },
  "two-factor": { label: "Two-factor sign-in", Icon: KeyRound, Opens: AdminTwoFactor },
  actions: { label: "Action log", Icon: History, Opens: ActionLog },
} as const;
type Entry = keyof typeof entries;

/** Menu for the administrator's own sign-in, and the log of all administrators' actions. */
export function AccountMenu() {
  const [open, setOpen] = useState<Entry>();
  const Opened = open && entries[open].Opens;
  return (
    <>
      <Menu
        trigger={
          <DropdownMenu.Trigger className="btn btn--icon btn--sm" aria-label="Your account">
            <UserRoundCog className="i i--14" aria-hidden />
          </DropdownMenu.Trigger>
        }
      >
        {(Object.keys(entries) as Entry[]).map((entry) => {
          const { label, Icon } = entries[entry];
          return (
            <DropdownMenu.Item key={entry} onSelect={() => setOpen(entry)}>
              <Icon className="i" aria-hidden />
              {label}
            </DropdownMenu.Item>
          );
        })}
      </Menu>
      <Suspense fallback={null}>{Opened && <Opened onClose={() => setOpen(undefined)} />}</Suspense>
    </>
  );
}
