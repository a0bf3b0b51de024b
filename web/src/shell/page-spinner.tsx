export function PageSpinner() {
  return (
    <div className="wait wait--page" role="status" aria-label="Loading">
      <span className="wait__ring" />
    </div>
  );
}
