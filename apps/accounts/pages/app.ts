import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import type { LakeEnv } from 'content-lake';
import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { accountRoutes } from './account.ts';
import { respondWithPage, type StaffApp } from './page.ts';
import { peopleRoutes } from './people.ts';
import { invitationRoutes, signInRoutes } from './sign-in.ts';

/** Bytes. The largest value in a form is a passkey. */
const maxBody = 64 * 1024;

export function staffApp(accounts: Accounts): StaffApp {
  const app: StaffApp = new Hono<LakeEnv>().basePath('/staff');
  const script = readScript();

  const onError = () => {
    throw new AccountError('The form is too large. Enter less text.');
  };
  app.use(bodyLimit({ maxSize: maxBody, onError }), async (c, next) => {
    // A proxy such as Cloudflare must not replace the e-mail addresses on these pages.
    c.header('Cache-Control', 'no-store, no-transform');
    // With a stricter policy, the browser would not send the origin of the one-click form.
    c.header('Referrer-Policy', 'strict-origin');
    const { headers } = c.req.raw;
    if ((accounts.findClientAddress(headers) === '') !== (c.req.path === '/staff/one-click'))
      throw new AccountError(`Open ${accounts.site.url}/staff/sign-in instead.`, 403);
    if (c.req.method === 'POST' && !accounts.site.isFromOwnPage('POST', headers))
      throw new AccountError(
        'This form was sent from another site. Open the page here and send the form again.',
        403,
      );
    return next();
  });
  signInRoutes(app, accounts);
  invitationRoutes(app, accounts);
  accountRoutes(app, accounts);
  peopleRoutes(app, accounts);
  app.get('/passkeys.js', (c) => c.body(script, 200, { 'Content-Type': 'text/javascript; charset=utf-8' }));
  app.all('*', () => {
    throw new AccountError('This page does not exist.', 404);
  });

  app.onError((error, c) => {
    if (!(error instanceof AccountError)) throw error;
    if (error.status === 401) return c.redirect('/staff/sign-in', 303);
    const body = html`<p><a href="/staff/sign-in">Sign in</a></p>`;
    return respondWithPage(c, accounts, { title: 'Something went wrong', body, problem: error });
  });
  return app;
}

/** Reads the passkey library's browser build followed by our script. */
function readScript(): string {
  const library = createRequire(import.meta.url).resolve('@simplewebauthn/browser');
  return [
    path.join(path.dirname(library), '../dist/bundle/index.umd.min.js'),
    path.join(import.meta.dirname, '../browser/passkeys.js'),
  ]
    .map((file) => readFileSync(file, 'utf8'))
    .join('\n');
}
