import { PageShell } from '#web/app/page-shell.tsx';
import { editAttributes } from '#web/app/preview/edit-attributes.ts';
import { placesOf } from '#web/components/drawings/art.tsx';
import type { Place } from '#web/components/drawings/dot-map.tsx';
import { Breadcrumbs } from '#web/components/site-frame/breadcrumbs.tsx';
import type { Site } from '#web/content/types.ts';
import { siteSettings } from '#web/env.ts';
import { renderSection } from '#web/sections/index.tsx';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { breadcrumbsOf, type ShownPage } from '#web/seo/page-description.ts';
import { pageGraph } from '#web/seo/structured-data/graph.ts';
import { PolicyText } from './policy-text.tsx';

/** A page of the site: its sections, or the clauses of a policy. */
export async function ContentPage({ site, page }: { site: Site; page: ShownPage }) {
  const { content, sections, path } = page;
  const edit = await editAttributes(page);
  const places = placesOn(page, site);
  return (
    <PageShell site={site} path={path}>
      <StructuredData page={page} site={site} />
      <Breadcrumbs crumbs={breadcrumbsOf(page, site)} label={site.breadcrumbLabel} />
      {content._type === 'policy' ? (
        <PolicyText policy={content} site={site} />
      ) : (
        sections.map((section, index) =>
          renderSection(section, {
            site,
            path,
            places,
            city: content._type === 'cityPage' ? content : null,
            isFirst: index === 0,
            edit: (field) => edit(section, field),
          }),
        )
      )}
    </PageShell>
  );
}

function StructuredData({ page, site }: { page: ShownPage; site: Site }) {
  try {
    return <JsonLd graph={pageGraph(page, site, siteSettings().siteUrl)} />;
  } catch (error) {
    console.error(`${page.path} has no structured data, since its documents are incomplete:`, error);
    return null;
  }
}

/** What a map on the page shows: its city, the cities that it lists, or the offices. */
function placesOn({ content, sections }: ShownPage, site: Site): Place[] {
  if (content._type === 'cityPage') return placesOf([content]);
  const listed = sections.flatMap((section) =>
    section._type === 'cityLinks' ? placesOf(section.cities ?? []) : [],
  );
  return listed.length > 0 ? listed : placesOf(site.offices);
}
