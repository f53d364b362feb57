const line = 'M6 42l112-8 118 5 124-15 122-4 112-14';
/** Path length in dash units. */
const length = 100;

/** Shows how many required fields are filled in, from the first one on. Decorative: the fields say what is missing. */
export function ProgressLine({ done, of }: { done: number; of: number }) {
  return (
    <svg
      className={`drawing min-w-0 flex-1 ${done === 0 ? 'invisible' : ''}`}
      viewBox="0 0 600 48"
      aria-hidden="true"
    >
      <path d={line} className="text-line" strokeOpacity=".35" />
      <path
        d={line}
        className="filling text-teal"
        pathLength={length}
        strokeDasharray={`${length} ${length * 2}`}
        strokeDashoffset={length - (length * done) / of}
        strokeWidth="3"
      />
      <circle
        cx="590"
        cy="6"
        r="5"
        className={done === of ? 'fill-saffron text-ink' : 'fill-surface text-line'}
        strokeWidth="1.5"
      />
    </svg>
  );
}
