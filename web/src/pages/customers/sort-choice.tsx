import { readSorting, type Sorting, writeSorting } from "./sorting.ts";

/** As they stand in the address. */
const orders = [
  ["name", "Name, A to Z"],
  ["-name", "Name, Z to A"],
  ["-last", "Last upload, newest first"],
  ["last", "Last upload, oldest first"],
  ["reference", "Reference, A to Z"],
  ["-reference", "Reference, Z to A"],
  ["email", "Email, A to Z"],
  ["-email", "Email, Z to A"],
  ["inbox", "Accounting inbox, A to Z"],
  ["-inbox", "Accounting inbox, Z to A"],
] as const;

interface SortChoiceProps {
  sorting: Sorting;
  onSort: (sorting: Sorting) => void;
}

/** The order of the list, on phones: cards have no column heads to press. */
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
