export function PlusSign() {
  return (
    <svg className="drawing mark" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M2 10h16" />
      <path d="M10 2v16" className="plus-v" />
    </svg>
  );
}
