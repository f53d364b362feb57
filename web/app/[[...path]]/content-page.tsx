import { Breadcrumbs } from '#web/components/site-frame/breadcrumbs.tsx';
import { siteSettings } from '#web/env.ts';
import { needsReact, renderSection } from '#web/sections/index.tsx';
import type { Site } from '#web/sections/section-props.ts';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { breadcrumbsOf, type ShownPage } from '#web/seo/page-description.ts';
import { pageGraph } from '#web/seo/structured-data/graph.ts';
import { PageShell } from '../page-shell.tsx';
import { editAttributes } from '../preview/edit-attributes.ts';
import { PolicyText } from './policy-text.tsx';

/** A page of the site: its sections, or the clauses of a policy. */
export async function ContentPage({ site, page }: { site: Site; page: ShownPage }) {
  const { content, sections, path } = page;
  const edit = await editAttributes(page);
  return (
    <PageShell
      site={site}
      path={path}
      delivery={{
        'data-delivery': needsReact(sections) ? 'application' : 'document',
        ...(sections.some(({ _type }) => _type === 'paymentForm') ? { 'data-checkout': 'true' } : {}),
      }}
    >
      <JsonLd graph={pageGraph(page, site, siteSettings().siteUrl)} />
      <Breadcrumbs crumbs={breadcrumbsOf(page, site)} label={site.breadcrumbLabel} />
      {content._type === 'policy' ? (
        <PolicyText policy={content} site={site} />
      ) : (
        sections.map((section, index) =>
          renderSection(section, {
            site,
            path,
            city: content._type === 'cityPage' ? content : null,
            isFirst: index === 0,
            edit: (field) => edit(section, field),
          }),
        )
      )}
    </PageShell>
  );
}
