import type { Metadata } from 'next';
import { draftMode } from 'next/headers';
import { placeholderValues } from '#schemas/placeholders.ts';
import { PageShell } from '#web/app/page-shell.tsx';
import { LinkList } from '#web/components/link/link-list.tsx';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { MessagePage } from '#web/components/site-frame/message-page.tsx';
import { findSite } from '#web/content/find-page.ts';
import type { Site } from '#web/content/types.ts';
import { missingPathScript } from '#web/inline-scripts/inline.generated.ts';
import { preview } from '#web/preview/preview.tsx';
import { addMarkers } from '#web/preview/source-markers.ts';

/** The 404 page. It is cached like any page; `proxy.ts` serves it with status 404 for unknown paths. */
export const dynamic = 'force-static';
export const revalidate = 3600;
export const generateStaticParams = () => [];
export const metadata: Metadata = { robots: { index: false } };

/** Renders the 404 page, whose script logs the missing path to the console. */
export default async function MissingPage({ params }: { params?: Promise<{ page: string }> }) {
  const { isEnabled: isPreview } = await draftMode();
  const site = await findSite((await params)?.page === 'gulf');
  if (!site) return <h1>404</h1>;
  return isPreview ? (
    preview(<Missing site={addMarkers(site)} />, placeholderValues(site))
  ) : (
    <Missing site={site} />
  );
}

function Missing({ site }: { site: Site }) {
  return (
    <PageShell site={site} path="">
      <title>{site.notFoundText}</title>
      <MessagePage heading={site.notFoundHeading} text={site.notFoundText} hint={site.notFoundHint}>
        <a href="/" className="action action-primary">
          {site.notFoundAction}
        </a>
        <LinkList links={site.notFoundLinks} site={site} className="flex basis-full flex-wrap gap-x-6" />
      </MessagePage>
      <OwnScript text={missingPathScript} />
    </PageShell>
  );
}
