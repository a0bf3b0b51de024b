import { ArrowDownAZ, Check, ClockArrowDown, Download, Ellipsis, Upload } from "lucide-react";
import { DropdownMenu } from "radix-ui";
import { exportPath } from "../../api/customers.ts";
import { Menu } from "../../ui/menu.tsx";
import type { Sorting } from "./sorting.ts";

interface ListMenuProps {
  show: "current" | "archived";
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
  onImport: () => void;
}

/** On phones, whose cards have no heads to press. */
const sorts = [
  { column: "name", label: "Sort by name", icon: <ArrowDownAZ className="i" aria-hidden /> },
  { column: "last", label: "Sort by last upload", icon: <ClockArrowDown className="i" aria-hidden /> },
] as const;

/** What is done with the list as a whole. */
export function ListMenu({ show, sorting, onSort, onImport }: ListMenuProps) {
  return (
    <Menu
      trigger={
        <DropdownMenu.Trigger className="btn btn--icon" aria-label="More for this list">
          <Ellipsis className="i" aria-hidden />
        </DropdownMenu.Trigger>
      }
    >
      {sorts.map(({ column, label, icon }) => (
        <DropdownMenu.CheckboxItem
          key={column}
          className="only-phone"
          checked={sorting.column === column}
          onSelect={() => onSort({ column, down: column === "last" })}
        >
          {icon}
          <span className="grow">{label}</span>
          <DropdownMenu.ItemIndicator>
            <Check className="i" aria-hidden />
          </DropdownMenu.ItemIndicator>
        </DropdownMenu.CheckboxItem>
      ))}
      <DropdownMenu.Item onSelect={onImport}>
        <Upload className="i" aria-hidden />
        Import a list (CSV)
      </DropdownMenu.Item>
      <DropdownMenu.Item asChild>
        <a href={exportPath(show)} download>
          <Download className="i" aria-hidden />
          Export {show === "archived" ? "the archived ones" : "this list"} (CSV)
        </a>
      </DropdownMenu.Item>
    </Menu>
  );
}
