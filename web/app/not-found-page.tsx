import { MessagePage } from '#web/components/site-frame/message-page.tsx';
import { missingPathScript } from '#web/components/site-frame/scripts.ts';
import type { Site } from '#web/content/types.ts';
import { OwnScript } from './own-script.tsx';
import { PageShell } from './page-shell.tsx';

/** Answers with status 404 (the attribute is read where the page is delivered) and logs the path for the developer. */
export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageShell site={site} path="" delivery={{ 'data-delivery': 'document', 'data-status': '404' }}>
      <MessagePage heading={site.notFoundHeading} text={site.notFoundText} hint={site.notFoundHint}>
        <a href="/" className="action action-primary">
          {site.notFoundAction}
        </a>
      </MessagePage>
      <OwnScript text={missingPathScript} />
    </PageShell>
  );
}
