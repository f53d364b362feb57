import { ReadingList } from '#web/components/reading-list/reading-list.tsx';
import type { ArticleContent, CaseStudyContent, Site } from '#web/content/types.ts';
import { CallToAction } from './call-to-action/call-to-action.tsx';

/** What to read next, and the closing band of the page that lists it. */
export function AfterReading({ content, site }: { content: ArticleContent | CaseStudyContent; site: Site }) {
  const closing = content.parent?.sections.at(-1);
  return (
    <>
      <ReadingList content={content} site={site} />
      {closing ? <CallToAction section={closing} site={site} /> : null}
    </>
  );
}
