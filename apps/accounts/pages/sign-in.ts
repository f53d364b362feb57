import { html } from 'hono/html';
import { z } from 'zod';
import { AccountError } from '../account-error.ts';
import { type Accounts, oneClickId } from '../accounts.ts';
import { matchesPassword } from '../passwords.ts';
import { fieldsOf, passkeyButton, type StaffApp, type StaffContext, show } from './page.ts';

const given = z.string().max(1000).default('');
const form = z.object({
  to: given,
  name: given,
  password: given,
  passkey: z.string().default(''),
  role: given,
});

/** Signing in: with a passkey, with a name and a password, or on this machine with one click. */
export function signInRoutes(app: StaffApp, accounts: Accounts) {
  const { site, people, passkeys, attempts, sessions } = accounts;

  // `origin` is how the Studio names the page to come back to.
  app.get('/sign-in', (c) => signInPage(c, c.req.query('origin') ?? ''));

  app.post('/sign-in', async (c) => {
    const fields = await fieldsOf(c, form);
    try {
      return begin(c, accounts, await whoSignsIn(c, fields), fields.to);
    } catch (error) {
      if (!(error instanceof AccountError)) throw error;
      const page = await signInPage(c, fields.to, error.message);
      return withStatus(page, error);
    }
  });

  app.post('/sign-out', (c) => {
    const me = accounts.senderOf('POST', c.req.raw.headers);
    if (me) sessions.end(me.id, me.credentialId);
    c.header('Set-Cookie', site.cookieFor(null));
    return c.redirect('/staff/sign-in', 303);
  });

  /** The id of the person. Throws an AccountError, the same for a wrong name and a wrong password. */
  async function whoSignsIn(c: StaffContext, { name, password, passkey, role }: z.infer<typeof form>) {
    if (role) {
      if (!accounts.isFromThisMachine(c.req.raw.headers) || !accounts.roleOf(role))
        throw new AccountError(
          'Signing in with one click works only on the machine that runs the site.',
          403,
        );
      return oneClickId(role);
    }
    const address = accounts.clientOf(c.req.raw.headers);
    const who = passkey ? { address } : { address, name: name.trim() };
    attempts.begin(who);
    const found = passkey ? undefined : people.byName(name);
    const isRight = passkey ? true : await matchesPassword(password, found?.password ?? null);
    const id = passkey ? await passkeys.signIn(passkey) : found?.id;
    if (!isRight || !id) throw new AccountError('Name or password is not right.');
    attempts.succeeded(who);
    return id;
  }

  async function signInPage(c: StaffContext, to: string, problem?: string) {
    const target = html`<input type="hidden" name="to" value="${to}">`;
    const byName = html`
<form method="post" action="/staff/sign-in">${target}${passkeyButton('Sign in with a passkey', await passkeys.signInOptions())}
<p class="or" data-needs-passkeys hidden>or with a password</p></form>
<form method="post" action="/staff/sign-in">${target}
<label>Name<input name="name" autocomplete="username" autocapitalize="none" required></label>
<label>Password<input type="password" name="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p class="muted">Lost your passkey or your password? An administrator can make you a new link.</p>`;
    if (!accounts.isFromThisMachine(c.req.raw.headers))
      return show(c, accounts, { title: 'Sign in', body: byName, problem });
    const buttons = accounts.roles.map(
      ({ name, title, description }) =>
        html`<button class="role" name="role" value="${name}"><strong>${title}</strong><span>${description}</span></button>`,
    );
    const body = html`<p>The site runs on this machine, which needs no password. Choose the role to work in.</p>
<form method="post" action="/staff/sign-in">${target}${buttons}</form>
<details><summary>Use a name of your own</summary>${byName}</details>`;
    return show(c, accounts, { title: 'Sign in', body, problem });
  }
}

/** Begins a session in place of the one that the browser may have, and leads to a page of ours. */
export function begin(c: StaffContext, accounts: Accounts, person: string, to: string) {
  const { sessions, site } = accounts;
  const before = sessions.find(site.secretOf(c.req.raw.headers) ?? '');
  if (before) sessions.end(before.person, before.id);
  c.header('Set-Cookie', site.cookieFor(sessions.begin(person, c.req.header('user-agent'))));
  return c.redirect(site.returnTo(to), 303);
}

/** A page that says what an error says, with its status. */
export function withStatus(page: Response, { status, retryAfter }: AccountError): Response {
  const headers = new Headers(page.headers);
  if (retryAfter) headers.set('retry-after', String(retryAfter));
  return new Response(page.body, { status, headers });
}
