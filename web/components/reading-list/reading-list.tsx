import { hrefFor } from '#schemas/paths.ts';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import type { Content, Site } from '#web/content/types.ts';

export function ReadingList({ content, site }: { content: Content; site: Site }) {
  if (!('reading' in content) || !content.reading?.length) return null;
  return (
    <section className="frame">
      <div className="rule py-6 cols">
        <h2 className="label lg:col-span-4">{site.relatedReadingLabel}</h2>
        <ul className="lg:col-span-7 lg:col-start-6">
          {content.reading.map((one) => (
            <li key={one._id}>
              {'evidence' in one ? <ClaimMark evidence={one.evidence} /> : null}
              <a href={hrefFor(one) ?? undefined} className="row-link font-semibold text-teal">
                {one.title}
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
