import { hrefFor } from '#schemas/paths.ts';
import { ClaimMark } from '#web/components/claim-mark/claim-mark.tsx';
import { Section } from '#web/components/section/section.tsx';
import type { Content, Site } from '#web/content/types.ts';

export function ReadingList({ content, site }: { content: Content; site: Site }) {
  if (!('reading' in content) || !content.reading?.length) return null;
  return (
    <Section section={{ heading: site.relatedReadingLabel }} isFirst={false} site={site} head="beside">
      <ul>
        {content.reading.map((one) => (
          <li key={one._id} className="line-t py-2">
            {'evidence' in one ? <ClaimMark evidence={one.evidence} /> : null}
            <a href={hrefFor(one) ?? undefined} className="row-link font-semibold text-teal">
              {one.title}
            </a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
