/** Placeholder for the numbers of a tab while they load. */
export function LoadingNumbers({ figures, cards }: { figures: 3 | 4; cards: number }) {
  return (
    <div className="apanel" role="status" aria-label="Loading the numbers">
      <div className={`card strip strip--${figures}`}>
        {Array.from({ length: figures }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders that never move
          <div key={index}>
            <span className="skel askel__k" />
            <span className="skel askel__fig" />
            <span className="skel askel__note" />
          </div>
        ))}
      </div>
      <div className={cards > 1 ? "duo" : "apanel"}>
        {Array.from({ length: cards }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: identical placeholders that never move
          <div className="card askel__card" key={index} />
        ))}
      </div>
    </div>
  );
}
