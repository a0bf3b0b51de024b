const pages = [
  [-40, 449],
  [40, 449],
  [-30, 473],
  [30, 473],
  [-20, 497],
  [20, 497],
  [-10, 521],
  [10, 521],
] as const;
const lines = [70, 112, 96, 112, 64, 106, 112, 84, 104, 112, 72, 112, 96, 112, 80, 112, 58];

/** An exploded view of the logo: a sheaf of sheets with its band. */
export function AuthPicture() {
  return (
    <aside className="auth__art">
      <svg className="fan" viewBox="0 0 600 640" aria-hidden="true">
        <g fill="#174B34" stroke="#4C8467" strokeWidth="1.1">
          {pages.map(([angle, height]) => (
            <rect
              key={angle}
              x="225"
              y="40"
              width="150"
              height={height}
              rx="4"
              transform={`rotate(${angle} 300 470)`}
            />
          ))}
          <rect x="225" y="30" width="150" height="545" rx="4" />
        </g>
        {lines.map((width, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: drawn once, never moves
          <path key={index} d={`M244 ${64 + index * 18}h${width}`} stroke="#3F7C5C" strokeWidth="1.1" />
        ))}
        <rect x="196" y="440" width="208" height="54" rx="7" fill="#0F3A27" stroke="#4C8467" strokeWidth="1.1" />
        <path d="M214 458h172M214 476h172" stroke="#2F6A4B" strokeWidth="1.1" />
      </svg>
      <p>
        Clean A4 PDFs, <br /> with a record of every delivery.
      </p>
    </aside>
  );
}
