export function TickedList({ points }: { points: string[] }) {
  return (
    <ul className="ticked grid gap-1 md:gap-2">
      {points.map((point) => (
        <li key={point} className="flex gap-3">
          <Tick />
          <span dir="auto">{point}</span>
        </li>
      ))}
    </ul>
  );
}

export function Tick() {
  return (
    <svg className="drawing mark" viewBox="0 0 20 20" aria-hidden="true">
      <path d="M16 10v7H3V4h9" strokeWidth="1.25" />
      <path d="M6.5 9.5l3.5 4L18 3" />
    </svg>
  );
}
