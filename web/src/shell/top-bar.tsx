import { LogOut, Menu } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { Link } from "react-router";
import { Brand } from "../ui/brand.tsx";
import { PhoneBell } from "./bell.tsx";
import { entries } from "./navigation.ts";
import { SearchButton } from "./search-provider.tsx";
import { useLeave } from "./sign-out.ts";

/** On a phone: the name, and what the tab bar has no room for. */
export function TopBar() {
  const { leave, leaving } = useLeave();
  return (
    <header className="topbar">
      <Brand />
      <span className="grow" />
      <SearchButton />
      <PhoneBell />
      {/* A modal one hides the page while its links can still be reached. */}
      <DropdownMenu.Root modal={false}>
        <DropdownMenu.Trigger className="btn btn--quiet btn--icon" aria-label="Menu">
          <Menu className="i" aria-hidden />
        </DropdownMenu.Trigger>
        <DropdownMenu.Portal>
          <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
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
          </DropdownMenu.Content>
        </DropdownMenu.Portal>
      </DropdownMenu.Root>
    </header>
  );
}
