import { Picture } from '#web/components/picture/picture.tsx';
import type { Person } from '#web/content/types.ts';
import { removeMarkers } from '#web/preview/source-markers.ts';

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' });

/** Returns the first letters of the first and last words of a name, in any script. */
export function readInitials(name: string): string {
  const words = removeMarkers(name).trim().split(/\s+/);
  return [...new Set([words[0], words.at(-1)])]
    .flatMap((word) => (word ? (letters.segment(word).containing(0)?.segment ?? []) : []))
    .join('')
    .toLocaleUpperCase('en');
}

/** Renders a person's picture, or their initials if there is no picture. `size` is in CSS pixels. */
export function Portrait({ person, size }: { person: Pick<Person, 'name' | 'picture'>; size: number }) {
  if (person.picture?.asset)
    return (
      <div className="flex-none" style={{ width: size }}>
        <Picture picture={person.picture} maxWidth={size} aspect={1} sizes={`${size}px`} className="edge" />
      </div>
    );
  return (
    <div
      className="panel grid aspect-square flex-none content-center justify-items-center self-start text-teal [font:700_1em/1_var(--font-display)]"
      style={{ width: size, fontSize: size / 3 }}
      aria-hidden="true"
    >
      {readInitials(person.name)}
      <svg className="drawing mt-[8%] w-3/5" viewBox="0 0 64 14" aria-hidden="true">
        <path d="M2 12h24L56 4" />
        <circle cx="59" cy="3.5" r="2.5" />
      </svg>
    </div>
  );
}
