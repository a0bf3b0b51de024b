interface TableHeadProps {
  heads: readonly string[];
  /** Number of text columns from the left; those after them contain numbers and are aligned right. Default: all. */
  words?: number;
  /** Name of a last column with buttons, for screen readers only. */
  actions?: string;
}

/** The headings of a table. */
export function TableHead({ heads, words = heads.length, actions }: TableHeadProps) {
  return (
    <thead>
      <tr>
        {heads.map((head, index) => (
          <th scope="col" key={head} className={index < words ? undefined : "r"}>
            {head}
          </th>
        ))}
        {actions && (
          <th scope="col">
            <span className="sr">{actions}</span>
          </th>
        )}
      </tr>
    </thead>
  );
}
