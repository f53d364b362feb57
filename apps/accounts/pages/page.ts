import { randomBytes } from 'node:crypto';
import type { LakeEnv, SignedIn } from 'content-lake';
import type { Context, Hono } from 'hono';
import { html, raw } from 'hono/html';
import { z } from 'zod';
import { may } from '#roles';
import { formatTime } from '#schemas/days.ts';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { style } from './style.ts';

export type StaffApp = Hono<LakeEnv>;
export type StaffContext = Context<LakeEnv>;
export type Html = ReturnType<typeof html>;

/** The message above the page: a result or an error. */
export type PageMessage = { notice?: Html | string; problem?: AccountError };

type Page = PageMessage & {
  title: string;
  body: Html;
  me?: SignedIn;
};

/** Responds with a page that cannot be framed and loads only our own scripts and styles. */
export function respondWithPage(
  c: StaffContext,
  { site }: Accounts,
  { title, body, me, problem, notice }: Page,
) {
  const nonce = randomBytes(16).toString('base64');
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; script-src 'nonce-${nonce}'; style-src 'nonce-${nonce}'; form-action 'self' ${site.formTargets}; frame-ancestors 'none'; base-uri 'none'`,
  );
  if (problem) c.status(problem.status);
  if (problem?.retryAfter) c.header('Retry-After', String(problem.retryAfter));
  return c.html(html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<style nonce="${nonce}">${raw(style)}</style>
</head>
<body>
${me ? navigation(me, c.req.path) : ''}
<main class="${me ? '' : 'narrow'}">
<h1>${title}</h1>
${problem ? html`<p class="problem" role="alert">${problem.message}</p>` : ''}
${notice ? html`<div class="notice" role="status">${notice}</div>` : ''}
${body}
</main>
<script nonce="${nonce}" src="/staff/passkeys.js"></script>
</body>
</html>
`);
}

function navigation({ role }: SignedIn, path: string): Html {
  const link = (href: string, text: string) =>
    html`<a href="${href}"${path === href ? html` aria-current="page"` : ''}>${text}</a>`;
  return html`<header><div>
${link('/studio', 'Studio')} ${link('/staff/account', 'Account')}
${may([role.name], 'managePeople') ? link('/staff/people', 'People') : ''}
<form method="post" action="/staff/sign-out"><button>Sign out</button></form>
</div></header>`;
}

/** The text fields of a form, not yet validated. */
const fieldsSchema = z.record(z.string(), z.string());
export type Fields = Partial<z.infer<typeof fieldsSchema>>;

type RenderPage = (c: StaffContext, message: PageMessage, typed: Fields) => Response | Promise<Response>;
type HandleForm = (c: StaffContext, fields: Fields) => Promise<Response | PageMessage['notice']>;

/** Adds a page with forms. It shows the result or the AccountError of `handleForm`, which may also return a response. */
export function formPage(app: StaffApp, path: string, handleForm: HandleForm, renderPage: RenderPage) {
  app.get(path, (c) => renderPage(c, {}, {}));
  app.post(path, async (c) => {
    const fields = await readFields(c);
    try {
      const result = await handleForm(c, fields);
      return result instanceof Response ? result : await renderPage(c, { notice: result }, {});
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      return renderPage(c, { problem: error }, fields);
    }
  });
}

/** Reads the fields of a form. Throws an AccountError if they cannot be read. */
export async function readFields(c: StaffContext): Promise<Fields> {
  const fields = fieldsSchema.safeParse(await c.req.parseBody().catch(() => undefined));
  if (fields.success) return fields.data;
  throw new AccountError('The form could not be read. Open the page again and fill it in.');
}

/** Renders a button for the passkey script. It is hidden in browsers without passkeys. */
export function passkeyButton(text: string, options: object): Html {
  return html`<div data-needs-passkeys hidden>
<input type="hidden" name="passkey">
<button type="button" class="first" data-options="${JSON.stringify(options)}">${text}</button>
<p role="alert" data-problem></p>
</div>`;
}

export const newPassword = (label: string) => html`<label>${label}
<small>At least 12 characters, for example four words in a row.</small>
<input type="password" name="password" autocomplete="new-password" minlength="12" maxlength="200" required></label>`;

/** Renders a time in India's time zone. */
export const renderTime = (iso: string): Html => html`<time datetime="${iso}">${formatTime(iso)}</time>`;
