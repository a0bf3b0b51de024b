/** Shown for an address with a job that does not belong to this practice. */
export function NoSuchJob({ close, onClose }: { close: string; onClose: () => void }) {
  return (
    <div className="empty">
      <b>Job not found</b>
      <p>The link may be wrong, or the job may belong to another practice.</p>
      <button className="btn" type="button" onClick={onClose}>
        {close}
      </button>
    </div>
  );
}
