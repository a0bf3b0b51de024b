import { Download, Ellipsis, Upload } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { exportPath } from "../../api/customers.ts";
import { Menu } from "../../ui/menu.tsx";

interface ListMenuProps {
  show: "current" | "archived";
  onImport: () => void;
}

/** Actions for the whole list. */
export function ListMenu({ show, onImport }: ListMenuProps) {
  return (
    <Menu
      trigger={
        <DropdownMenu.Trigger className="btn btn--icon" aria-label="More for this list">
          <Ellipsis className="i" aria-hidden />
        </DropdownMenu.Trigger>
      }
    >
      <DropdownMenu.Item onSelect={onImport}>
        <Upload className="i" aria-hidden />
        Import a list (CSV)
      </DropdownMenu.Item>
      <DropdownMenu.Item asChild>
        <a href={exportPath(show)} download>
          <Download className="i" aria-hidden />
          Export {show === "archived" ? "archived customers" : "this list"} (CSV)
        </a>
      </DropdownMenu.Item>
    </Menu>
  );
}
