import { DropdownMenu } from "radix-ui";
import type { ReactNode } from "react";

interface MenuProps {
  /** The button of the menu: a DropdownMenu.Trigger. */
  trigger: ReactNode;
  defaultOpen?: boolean;
  /** DropdownMenu.Item elements. */
  children: ReactNode;
}

/** Not modal: a modal menu hides the page from screen readers while its links can still be reached. */
export function Menu({ trigger, defaultOpen = false, children }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen={defaultOpen}>
      {trigger}
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          {children}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
