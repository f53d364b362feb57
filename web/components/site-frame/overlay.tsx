/** Covers the first page of a visit until it has loaded. Search engines still see the page, and nothing shifts. */
export function Overlay({ text }: { text: string }) {
  return (
    <div
      className="overlay pointer-events-none fixed inset-0 z-60 grid place-content-center justify-items-center gap-4 bg-paper text-muted text-sm in-data-arrived:hidden print:hidden"
      role="status"
    >
      <svg className="drawing drawn w-30 text-teal" viewBox="0 0 120 60" aria-hidden="true">
        <path d="M4 52l28-12 24 6 26-24 26-12" />
        <circle cx="112" cy="9" r="5" className="fill-saffron text-ink" strokeWidth="1" />
      </svg>
      <p>{text}</p>
    </div>
  );
}

export function SkipLink({ text }: { text: string }) {
  return (
    <a
      href="#content"
      className="pointer-events-none absolute top-2 left-2 z-70 rounded bg-ink px-6 py-3 font-semibold text-paper [clip-path:inset(50%)] focus:pointer-events-auto focus:[clip-path:none] print:hidden"
    >
      {text}
    </a>
  );
}
