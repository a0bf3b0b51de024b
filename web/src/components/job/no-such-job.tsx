/** An address names a job that is not this practice's. */
export function NoSuchJob({ close, onClose }: { close: string; onClose: () => void }) {
  return (
    <div className="empty">
      <b>There is no such job</b>
      <p>The link may be wrong, or it belongs to another practice.</p>
      <button className="btn" type="button" onClick={onClose}>
        {close}
      </button>
    </div>
  );
}
