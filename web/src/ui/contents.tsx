/** The table of contents beside a long text. */
export function Contents({ entries }: { entries: { id: string; title: string }[] }) {
  return (
    <nav className="paper__toc" aria-label="On this page">
      <h2>On this page</h2>
      <ol>
        {entries.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
