import { draftMode } from 'next/headers';
import type { ReactNode } from 'react';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { Footer } from '#web/components/site-frame/footer.tsx';
import { Header } from '#web/components/site-frame/header.tsx';
import { Overlay, SkipLink } from '#web/components/site-frame/overlay.tsx';
import type { Site } from '#web/content/types.ts';
import { frameScript, speculationRules } from '#web/inline-scripts/inline.generated.ts';
import { islandScripts } from '#web/islands/scripts.ts';

type Props = { site: Site | null; path: string; children: ReactNode };

/** Renders the frame of every page: loading overlay, skip link, header and footer. No frame without a site. */
export async function PageShell({ site, path, children }: Props) {
  if (!site) return <main id="content">{children}</main>;
  const { isEnabled: isPreview } = await draftMode();
  const later =
    isPreview || process.env.NODE_ENV === 'development' ? undefined : islandScripts('after-paint')[0];
  return (
    <>
      <OwnScript text={frameScript} later={later} />
      <Overlay text={site.overlayText} />
      <SkipLink text={site.skipLinkText} />
      <Header site={site} path={path} />
      <main id="content" tabIndex={-1}>
        {children}
      </main>
      <Footer site={site} />
      {isPreview ? null : (
        // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of the code, links to prefetch.
        <script type="speculationrules" dangerouslySetInnerHTML={{ __html: speculationRules }} />
      )}
    </>
  );
}
