import type { Site } from '#web/sections/section-props.ts';
import { OwnScript } from './own-script.tsx';
import { PageShell } from './page-shell.tsx';

/** Answers with status 404 (the attribute is read where the page is delivered) and logs the path for the developer. */
export function NotFoundPage({ site }: { site: Site }) {
  return (
    <PageShell site={site} path="" delivery={{ 'data-delivery': 'document', 'data-status': '404' }}>
      <h1>{site.notFoundHeading}</h1>
      <p>{site.notFoundText}</p>
      {site.notFoundHint ? <p>{site.notFoundHint}</p> : null}
      <p>
        <a href="/">{site.notFoundAction}</a>
      </p>
      <OwnScript text={`console.error('404: no page at', location.pathname)`} />
    </PageShell>
  );
}
