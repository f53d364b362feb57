/** Covers the first page of a visit until it has loaded. Search engines still see the page, and the layout does not shift. */
export function Overlay({ text }: { text: string }) {
  return (
    <div className="overlay" role="status">
      <svg className="drawing drawn" viewBox="0 0 120 60" aria-hidden="true">
        <path d="M4 52l28-12 24 6 26-24 26-12" />
        <circle cx="112" cy="9" r="5" className="fill-saffron text-ink" strokeWidth="1" />
      </svg>
      <p>{text}</p>
    </div>
  );
}

export function SkipLink({ text }: { text: string }) {
  return (
    <a href="#content" className="skip-link">
      {text}
    </a>
  );
}
