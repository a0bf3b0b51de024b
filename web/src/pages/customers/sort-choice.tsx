import { columns } from "./columns.ts";
import { readSorting, type Sorting, writeSorting } from "./sorting.ts";

/** Values as in the address. */
const orders: [order: string, label: string][] = [
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
  ["-last", "Last upload, newest first"],
  ["last", "Last upload, oldest first"],
  ...columns
    .filter(({ name }) => name !== "name" && name !== "last")
    .flatMap(({ name, label }): [string, string][] => [
      [name, `${label}, A to Z`],
      [`-${name}`, `${label}, Z to A`],
    ]),
];

interface SortChoiceProps {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** Select field for the order of the list, on phones: cards have no column headings to press. */
export function SortChoice({ sorting, onSort }: SortChoiceProps) {
  return (
    <select
      className="select only-phone"
      aria-label="Sort customers"
      value={writeSorting(sorting)}
      onChange={({ target }) => onSort(readSorting(target.value))}
    >
      {orders.map(([order, label]) => (
        <option key={order} value={order}>
          {label}
        </option>
      ))}
    </select>
  );
}
