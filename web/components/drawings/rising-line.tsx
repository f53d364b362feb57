export function RisingLine() {
  return (
    <svg className="rising drawing" viewBox="0 0 20 12" aria-hidden="true">
      <path d="M1 10l5-3 4 1 5-5" strokeWidth="1.75" />
      <circle cx="17" cy="2.5" r="1.75" strokeWidth="1.5" />
    </svg>
  );
}
