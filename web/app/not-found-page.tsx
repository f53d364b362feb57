import { MessagePage } from '#web/components/site-frame/message-page.tsx';
import type { Site } from '#web/content/types.ts';
import { missingPathScript } from '#web/scripts/inline.generated.ts';
import { OwnScript } from './own-script.tsx';
import { PageShell } from './page-shell.tsx';

/** Says that there is no such page, and logs the path for the developer. */
export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageShell site={site} path="">
      <title>{site.notFoundText}</title>
      <MessagePage heading={site.notFoundHeading} text={site.notFoundText} hint={site.notFoundHint}>
        <a href="/" className="action action-primary">
          {site.notFoundAction}
        </a>
      </MessagePage>
      <OwnScript text={missingPathScript} />
    </PageShell>
  );
}
