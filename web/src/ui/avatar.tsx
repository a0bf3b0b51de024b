/** The initials of a person, in a square for a customer. Decorative: the name itself is shown beside it. */
export function Avatar({ name, square = false }: { name: string; square?: boolean }) {
  return (
    <span className={square ? "avatar avatar--sq" : "avatar"} aria-hidden>
      {initials(name)}
    </span>
  );
}

/** Returns up to two initials: "Priya Nair" → "PN", "The Kestrel Inn" → "KI". */
function initials(name: string): string {
  const words = name.split(/[\s&.,/-]+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
  const telling = words.length > 2 ? words.filter((word) => word.toLowerCase() !== "the") : words;
  return telling
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? "")
    .join("");
}
