import { drawings } from '#schemas/objects/icon-drawings.generated.ts';

type Props = { name: keyof typeof drawings; className?: string };

/** An icon. It is hidden from assistive technology, because the text next to it has the same meaning. */
export function Icon({ name, className = '' }: Props) {
  return (
    <svg className={`icon ${className}`.trim()} viewBox="0 0 24 24" aria-hidden="true">
      <path d={drawings[name]} />
    </svg>
  );
}
