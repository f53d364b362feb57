import type { Site } from '#web/content/types.ts';

type Props = {
  /** Headings and their element ids. */
  entries: { id: string; heading: string }[];
  isNumbered?: boolean;
  site: Site;
  className?: string;
};

/** A table of contents. Use it once per page, because its id is fixed. */
export function ContentsList({ entries, isNumbered = false, site, className = '' }: Props) {
  return (
    <nav aria-labelledby="contents" className={`contents-list ${className}`}>
      <h2 id="contents" className="label">
        {site.contentsLabel}
      </h2>
      <ol className="mt-2 text-sm">
        {entries.map(({ id, heading }, index) => (
          <li key={id}>
            <a href={`#${id}`} className={isNumbered ? 'row-link gap-3' : 'row-link'}>
              {isNumbered ? <span className="w-6 text-teal tabular">{index + 1}</span> : null}
              {heading}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
