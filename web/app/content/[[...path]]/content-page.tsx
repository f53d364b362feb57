import { PageShell } from '#web/app/page-shell.tsx';
import { editAttributes } from '#web/app/preview/edit-attributes.ts';
import { Breadcrumbs } from '#web/components/site-frame/breadcrumbs.tsx';
import type { Site } from '#web/content/types.ts';
import { showDocument } from '#web/documents/show-document.tsx';
import { siteSettings } from '#web/env.ts';
import { JsonLd } from '#web/seo/json-ld.tsx';
import { breadcrumbsOf, type ShownPage } from '#web/seo/page-description.ts';
import { pageGraph } from '#web/seo/structured-data/graph.ts';

/** A page of the site in its frame. */
export async function ContentPage({ site, page }: { site: Site; page: ShownPage }) {
  const edit = await editAttributes(page);
  return (
    <PageShell site={site} path={page.path}>
      <StructuredData page={page} site={site} />
      <Breadcrumbs crumbs={breadcrumbsOf(page, site)} label={site.breadcrumbLabel} />
      {showDocument(page.content, { page, site, edit })}
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
