import { html } from 'hono/html';
import { AccountError } from '../account-error.ts';
import { type Accounts, oneClickId } from '../accounts.ts';
import { deviceCookie, deviceToken, knownDevice } from '../known-device.ts';
import { OneTimeSecrets } from '../one-time.ts';
import { hashPassword, matchesPassword, requireGoodPassword } from '../passwords.ts';
import { deviceOf } from '../sessions.ts';
import {
  fieldsOf,
  formPage,
  newPassword,
  passkeyButton,
  respondWithPage,
  type StaffApp,
  type StaffContext,
} from './page.ts';

/** Sign-in with a passkey, with name and password, or on this machine with one click. */
export function signInRoutes(app: StaffApp, accounts: Accounts) {
  const { site, people, passkeys, attempts, sessions } = accounts;
  const clicks = new OneTimeSecrets<{ role: string; to: string }>(60_000);

  formPage(
    app,
    '/sign-in',
    // The same error for a wrong name and a wrong password.
    async (c, { name = '', password = '', passkey, to = '' }) => {
      const { headers } = c.req.raw;
      const address = accounts.clientOf(headers);
      const found = passkey ? undefined : people.byName(name);
      const device = found && knownDevice(site.secretOf(headers, deviceCookie(found.id)), found.password);
      // Names have several spellings.
      const byName = device ? { device } : { address, name: found?.name ?? name };
      const who = passkey ? { passkeys: address } : byName;
      attempts.begin(who);
      const isRight = passkey ? true : await matchesPassword(password, found?.password ?? null, !!device);
      const id = passkey ? await passkeys.signIn(passkey) : found?.id;
      // Access may have been reset meanwhile.
      const isSame = !found || people.get(found.id)?.password === found.password;
      if (!isRight || !id || !isSame) throw new AccountError('Name or password is not right.');
      attempts.succeeded(who);
      return begin(c, accounts, id, to);
    },
    async (c, { problem }, typed) => {
      const isHere = accounts.isFromThisMachine(c.req.raw.headers);
      const click = isHere ? clicks.redeem(c.req.query('click') ?? '') : undefined;
      if (click) return begin(c, accounts, oneClickId(click.role), click.to);
      // The Studio names the page to return to in `origin`.
      const { name: typedName = '', to = c.req.query('origin') ?? '' } = typed;
      const target = html`<input type="hidden" name="to" value="${to}">`;
      const byName = html`
<form method="post" action="/staff/sign-in">${target}${passkeyButton('Sign in with a passkey', await passkeys.signInOptions())}
<p class="or" data-needs-passkeys hidden>or with a password</p></form>
<form method="post" action="/staff/sign-in">${target}
<label>Name<input name="name" value="${typedName}" autocomplete="username" autocapitalize="none" required></label>
<label>Password<input type="password" name="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p class="muted">Lost your passkey or your password? An administrator can make you a new link.</p>`;
      const buttons = accounts.roles.map(
        ({ name, title, description }) =>
          html`<button class="role" name="role" value="${name}"><strong>${title}</strong><span>${description}</span></button>`,
      );
      const byClick = html`<p>The site runs on this machine, which needs no password. Choose the role to work in.</p>
<form method="post" action="${site.oneClickUrl}">${target}${buttons}</form>
<details${problem ? html` open` : ''}><summary>Use a name of your own</summary>${byName}</details>`;
      return respondWithPage(c, accounts, { title: 'Sign in', body: isHere ? byClick : byName, problem });
    },
  );

  // Posted straight to the lake, which proves that it comes from this machine.
  app.post('/one-click', async (c) => {
    const { headers } = c.req.raw;
    const { role = '', to = '' } = await fieldsOf(c);
    if (!accounts.isFromThisMachine(headers) || !accounts.roleOf(role))
      throw new AccountError('Signing in with one click works only on the machine that runs the site.', 403);
    return c.redirect(`${headers.get('origin')}/staff/sign-in?click=${clicks.issue({ role, to })}`, 303);
  });

  app.post('/sign-out', async (c) => {
    const { to } = await fieldsOf(c);
    const me = accounts.senderOf('POST', c.req.raw.headers);
    if (me) sessions.end(me.id, me.credentialId);
    c.header('Set-Cookie', site.cookieFor(null));
    // The next person at this browser finds nothing stored.
    c.header('Clear-Site-Data', '"storage"');
    return c.redirect(to ? site.returnUrl(to) : '/staff/sign-in', 303);
  });
}

/**
 * Accepts a link of an invitation or a reset: a name, and a passkey or a password. Anybody can be sent a link, so a
 * browser that is signed in has to sign out first.
 */
export function invitationRoutes(app: StaffApp, accounts: Accounts) {
  const { people, passkeys, site } = accounts;
  const tokenOf = (c: StaffContext) => c.req.param('token') ?? '';
  formPage(
    app,
    '/invitation/:token',
    async (c, { name = '', password = '', passkey }) => {
      const invited = people.byLink(tokenOf(c));
      if (accounts.sessionOf(c.req.raw.headers))
        throw new AccountError('Sign out first: this link is for somebody else.', 409);
      if (!passkey) requireGoodPassword(password, name.trim(), site.url);
      const made = passkey ? await passkeys.verifyNew(invited.id, passkey) : undefined;
      const hash = made ? undefined : await hashPassword(password);
      people.acceptLink(tokenOf(c), name, ({ id }) => {
        if (made) passkeys.add(id, made, deviceOf(c.req.raw.headers));
        if (hash) people.setPassword(id, hash);
      });
      return begin(c, accounts, invited.id, '');
    },
    async (c, said, typed) => {
      const person = people.byLink(tokenOf(c));
      const role = accounts.roleOf(person.role)?.title ?? person.role;
      const me = accounts.sessionOf(c.req.raw.headers);
      if (me) {
        const question = html`<p>You are signed in as <bdi>${me.name}</bdi>. This link is for <bdi>${person.name}</bdi> (${role}).</p>
<form method="post" action="/staff/sign-out"><input type="hidden" name="to" value="${site.url}/staff/invitation/${tokenOf(c)}">
<button>Sign out and use the link</button></form>
<p><a href="/studio">Stay signed in as ${me.name}</a></p>`;
        return respondWithPage(c, accounts, { title: 'Sign out first?', body: question, ...said });
      }
      const name = typed.name ?? person.name;
      const body = html`<p>You are invited as ${role}. Choose how you sign in from now on.</p>
<form method="post">
<label>Your name<small>You sign in with it, and others see it beside what you change.</small>
<input name="name" value="${name}" autocomplete="username" minlength="2" maxlength="60" required></label>
${passkeyButton('Make a passkey', await passkeys.registrationOptions(person))}
<p class="muted" data-needs-passkeys hidden>Your finger, your face or the PIN of this device: nothing to remember, and nothing that can be stolen.</p>
<p class="or" data-needs-passkeys hidden>or</p>
${newPassword('A password')}
<button>Set this password</button>
</form>`;
      return respondWithPage(c, accounts, { title: 'Welcome', body, ...said });
    },
  );
}

/** Remembers the browser of a person who has a password. */
export function rememberDevice(c: StaffContext, { people, site }: Accounts, person: string) {
  const stored = people.get(person)?.password;
  if (stored)
    c.header('Set-Cookie', site.cookieFor(deviceToken(stored), deviceCookie(person)), { append: true });
}

/** Replaces the browser's session, and redirects to one of our pages. */
function begin(c: StaffContext, accounts: Accounts, person: string, to: string): Response {
  const { sessions, site } = accounts;
  const { headers } = c.req.raw;
  const before = sessions.find(site.secretOf(headers) ?? '');
  if (before) sessions.end(before.person, before.id);
  c.header('Set-Cookie', site.cookieFor(sessions.begin(person, deviceOf(headers))));
  rememberDevice(c, accounts, person);
  return c.redirect(site.returnUrl(to), 303);
}
