import { LogOut } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "react-router";
import { Menu } from "../../ui/menu.tsx";
import { useSignOutAndForget } from "../session/sign-out.ts";
import { MenuButton } from "./menu-button.tsx";
import { useEntries } from "./navigation.ts";

/** Mounted when the menu is opened for the first time, and therefore initially open. */
export function PhoneMenu() {
  const { leave, leaving } = useSignOutAndForget();
  const entries = useEntries();
  return (
    <Menu
      defaultOpen
      trigger={
        <DropdownMenu.Trigger asChild>
          <MenuButton />
        </DropdownMenu.Trigger>
      }
    >
      {entries
        .filter(({ tab }) => !tab)
        .map(({ to, label, icon: Icon }) => (
          <DropdownMenu.Item key={to} asChild>
            <Link to={to}>
              <Icon className="i" aria-hidden />
              {label}
            </Link>
          </DropdownMenu.Item>
        ))}
      <DropdownMenu.Item disabled={leaving} onSelect={leave}>
        <LogOut className="i" aria-hidden />
        {leaving ? "Signing out..." : "Sign Out"}
      </DropdownMenu.Item>
    </Menu>
  );
}
