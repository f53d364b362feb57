import type { ReactNode } from 'react';
import { hrefFor } from '#schemas/paths.ts';
import { ContentsList } from '#web/components/contents-list/contents-list.tsx';
import { Action } from '#web/components/link/action.tsx';
import { LinkList } from '#web/components/link/link-list.tsx';
import { Picture } from '#web/components/picture/picture.tsx';
import { ReadingList } from '#web/components/reading-list/reading-list.tsx';
import { RichText } from '#web/components/rich-text/rich-text.tsx';
import type { ArticleContent, CaseStudyContent, Site } from '#web/content/types.ts';
import { CallToAction } from '#web/sections/call-to-action/call-to-action.tsx';

type Props = {
  content: ArticleContent | CaseStudyContent;
  site: Site;
  /** Shown below the summary. */
  byline: ReactNode;
  /** Shown below the text. */
  children?: ReactNode;
};

/**
 * Layout of articles and case studies: picture and text, then related reading and the closing band of the parent page.
 * A side column has the table of contents and related content.
 */
export function ReadingPage({ content, site, byline, children }: Props) {
  const closing = content.parent?.sections.at(-1);
  return (
    <>
      <article className="frame policy">
        <div className="lg:w-9/12">
          <h1 className="display text-4xl">{content.title}</h1>
          <p className="mt-6 max-w-measure text-lg text-muted">{content.summary}</p>
          {byline}
        </div>
        <div className="mt-8 items-start cols">
          <div className="lg:col-span-8">
            <Picture
              picture={content.cover}
              maxWidth={790}
              aspect={4 / 3}
              sizes="(width >= 64rem) 790px, 100vw"
              isFirst
              className="edge"
            />
            <RichText value={content.body} site={site} className="article-text mt-10" hasContents />
            {children}
          </div>
          <aside className="mt-10 grid gap-8 lg:sticky lg:top-6 lg:col-span-4 lg:mt-0">
            <Contents content={content} site={site} />
            <LinkList
              links={'links' in content ? content.links : null}
              site={site}
              heading={site.relatedLinksLabel ?? ''}
            />
            <Related content={content} site={site} />
          </aside>
        </div>
      </article>
      <ReadingList content={content} site={site} />
      {closing ? <CallToAction section={closing} site={site} /> : null}
    </>
  );
}

/** Table of contents. Hidden on phones, which have no side column. */
function Contents({ content: { body }, site }: Pick<Props, 'content' | 'site'>) {
  const headings = (body ?? []).flatMap((block) =>
    block._type === 'block' && block.style === 'h2'
      ? { id: block._key, heading: (block.children ?? []).map(({ text }) => text).join('') }
      : [],
  );
  if (headings.length < 2) return null;
  return <ContentsList entries={headings} site={site} className="max-lg:hidden" />;
}

function Related({ content, site }: Pick<Props, 'content' | 'site'>) {
  const services = (content.services ?? []).flatMap(({ service }) => service ?? []);
  const cities = (content.cities ?? []).flatMap(({ city }) => city ?? []);
  return (
    <>
      {services.length > 0 ? (
        <section>
          <h2 className="label mb-2">{site.relatedServicesLabel}</h2>
          <dl>
            {services.map(({ _id, title, summary, action }) => (
              <div key={_id} className="line-t py-3">
                <dt className="font-semibold">{title}</dt>
                <dd className="text-muted text-sm">{summary}</dd>
                <dd>
                  <Action action={action} site={site} variant="text" />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ) : null}
      {cities.length > 0 ? (
        <section>
          <h2 className="label">{site.relatedCitiesLabel}</h2>
          <ul className="cities flex flex-wrap gap-x-6">
            {cities.map((city) => (
              <li key={city._id}>
                <a href={hrefFor(city) ?? undefined} className="row-link">
                  {city.name}
                </a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
    </>
  );
}
