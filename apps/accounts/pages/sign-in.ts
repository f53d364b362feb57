import { html } from 'hono/html';
import { minute } from '../../environment/durations.ts';
import { failedActs } from '../access-log.ts';
import { AccountError } from '../account-error.ts';
import { type Accounts, oneClickId } from '../accounts.ts';
import { deviceCookie, deviceToken, knownDevice } from '../known-device.ts';
import { OneTimeSecrets } from '../one-time.ts';
import { hashPassword, matchesPassword, requireGoodPassword } from '../passwords.ts';
import { describeDevice } from '../sessions.ts';
import {
  type Fields,
  formPage,
  type Html,
  newPassword,
  passkeyButton,
  readFields,
  respondWithPage,
  type StaffApp,
  type StaffContext,
} from './page.ts';

/** Adds sign-in with a passkey, with name and password, or on this machine with one click. */
export function signInRoutes(app: StaffApp, accounts: Accounts) {
  const { site, sessions } = accounts;
  const clicks = new OneTimeSecrets<{ role: string; to: string }>(minute);

  formPage(
    app,
    '/sign-in',
    (c, fields) => signIn(c, accounts, fields),
    async (c, { problem }, typed) => {
      const isHere = accounts.isFromThisMachine(c.req.raw.headers);
      const click = isHere ? clicks.redeem(c.req.query('click') ?? '') : undefined;
      if (click) return begin(c, accounts, oneClickId(click.role), click.to);
      // The Studio sends the parameter `origin`: the URL of the page to open after the sign-in.
      const { name = '', to = c.req.query('origin') ?? '' } = typed;
      const target = html`<input type="hidden" name="to" value="${to}">`;
      const options = await accounts.passkeys.signInOptions();
      const byName = nameForms(target, name, options);
      const body = isHere ? oneClickForm(accounts, target, byName, problem !== undefined) : byName;
      return respondWithPage(c, accounts, { title: 'Sign in', body, problem });
    },
  );

  // The browser posts this form directly to the lake, which only this machine can reach.
  app.post('/one-click', async (c) => {
    const { headers } = c.req.raw;
    const { role = '', to = '' } = await readFields(c);
    if (!accounts.isFromThisMachine(headers) || !accounts.findRole(role))
      throw new AccountError('One-click sign-in works only on the machine that runs the site.', 403);
    return c.redirect(`${headers.get('origin')}/staff/sign-in?click=${clicks.issue({ role, to })}`, 303);
  });

  app.post('/sign-out', async (c) => {
    const { to } = await readFields(c);
    const me = accounts.findSender('POST', c.req.raw.headers);
    if (me) accounts.record(c.req.raw.headers, 'Signed out', me.name);
    if (me) sessions.end(me.id, me.credentialId);
    c.header('Set-Cookie', site.cookieFor(null));
    // The next person at this browser must not find stored data.
    c.header('Clear-Site-Data', '"storage"');
    return c.redirect(to ? site.returnUrl(to) : '/staff/sign-in', 303);
  });
}

/** Signs a person in. A wrong name and a wrong password give the same AccountError. */
async function signIn(c: StaffContext, accounts: Accounts, fields: Fields): Promise<Response> {
  const { site, people, passkeys, attempts } = accounts;
  const { name = '', password = '', passkey, to = '' } = fields;
  const { headers } = c.req.raw;
  const address = accounts.findClientAddress(headers);
  const found = passkey ? undefined : people.byName(name);
  const device = found && knownDevice(site.readSecret(headers, deviceCookie(found.id)), found.password);
  // Attempts are counted under the stored name, because the same name can be typed in several ways.
  const byName = device ? { device } : { address, name: found?.name ?? name };
  const source = passkey ? { passkeys: address } : byName;
  const who = found?.name ?? (passkey ? 'With a passkey' : 'Unknown name');
  try {
    attempts.begin(source);
    const isRight = passkey ? true : await matchesPassword(password, found?.password ?? null, !!device);
    const id = passkey ? await passkeys.signIn(passkey) : found?.id;
    // An administrator may have reset the person's access in the meantime.
    const isUnchanged = !found || people.get(found.id)?.password === found.password;
    if (!isRight || !id || !isUnchanged) throw new AccountError('The name or password is wrong.');
    attempts.succeeded(source);
    return begin(c, accounts, id, to);
  } catch (error) {
    if (error instanceof AccountError)
      accounts.record(headers, error.status === 429 ? failedActs.refused : failedActs.failed, who);
    throw error;
  }
}

function nameForms(target: Html, name: string, passkeyOptions: object) {
  return html`
<form method="post" action="/staff/sign-in">${target}${passkeyButton('Sign in with a passkey', passkeyOptions)}
<p class="or" data-needs-passkeys hidden>or with a password</p></form>
<form method="post" action="/staff/sign-in">${target}
<label>Name<input name="name" value="${name}" autocomplete="username" autocapitalize="none" required></label>
<label>Password<input type="password" name="password" autocomplete="current-password" required></label>
<button>Sign in</button>
</form>
<p class="muted">Lost your passkey or password? Ask an administrator for a new link.</p>`;
}

function oneClickForm({ roles, site }: Accounts, target: Html, byName: Html, isNameOpen: boolean) {
  const buttons = roles.map(
    ({ name, title, description }) =>
      html`<button class="role" name="role" value="${name}"><strong>${title}</strong><span>${description}</span></button>`,
  );
  return html`<p>The site runs on this machine, so you need no password. Choose a role.</p>
<form method="post" action="${site.oneClickUrl}">${target}${buttons}</form>
<details${isNameOpen ? html` open` : ''}><summary>Sign in with your own name</summary>${byName}</details>`;
}

/**
 * Adds the page of an invitation or reset link, where a person sets a name and a passkey or password. A signed-in
 * browser has to sign out first, because the link may be for another person.
 */
export function invitationRoutes(app: StaffApp, accounts: Accounts) {
  const { people, passkeys, site } = accounts;
  const readToken = (c: StaffContext) => c.req.param('token') ?? '';
  formPage(
    app,
    '/invitation/:token',
    async (c, { name = '', password = '', passkey }) => {
      const invited = people.byLink(readToken(c));
      if (accounts.findPrincipal(c.req.raw.headers))
        throw new AccountError('Sign out first. This link is for somebody else.', 409);
      if (!passkey) requireGoodPassword(password, name.trim(), site.url);
      const made = passkey ? await passkeys.verifyNew(invited.id, passkey) : undefined;
      const hash = made ? undefined : await hashPassword(password);
      people.acceptLink(readToken(c), name, ({ id }) => {
        if (made) passkeys.add(id, made, describeDevice(c.req.raw.headers));
        if (hash) people.setPassword(id, hash);
      });
      accounts.record(c.req.raw.headers, 'Used a link', name.trim());
      return begin(c, accounts, invited.id, '');
    },
    async (c, message, typed) => {
      const person = people.byLink(readToken(c));
      const role = accounts.findRole(person.role)?.title ?? person.role;
      const me = accounts.findPrincipal(c.req.raw.headers);
      if (me) {
        const warning = html`<p>You are signed in as <bdi>${me.name}</bdi>. This link is for <bdi>${person.name}</bdi> (${role}).</p>
<form method="post" action="/staff/sign-out"><input type="hidden" name="to" value="${site.url}/staff/invitation/${readToken(c)}">
<button>Sign out and use the link</button></form>
<p><a href="/studio">Stay signed in as ${me.name}</a></p>`;
        return respondWithPage(c, accounts, { title: 'Sign out first?', body: warning, ...message });
      }
      const name = typed.name ?? person.name;
      const body = html`<p>You are invited as ${role}. Choose how you want to sign in.</p>
<form method="post">
<label>Your name<small>You sign in with this name. Others see it next to your changes.</small>
<input name="name" value="${name}" autocomplete="username" minlength="2" maxlength="60" required></label>
${passkeyButton('Create a passkey', await passkeys.registrationOptions(person))}
<p class="muted" data-needs-passkeys hidden>You sign in with your finger, your face or this device's PIN. There is nothing to remember and nothing to steal.</p>
<p class="or" data-needs-passkeys hidden>or</p>
${newPassword('Password')}
<button>Set password</button>
</form>`;
      return respondWithPage(c, accounts, { title: 'Welcome', body, ...message });
    },
  );
}

/** Remembers the browser of a person with a password, so that a stranger's guesses do not lock it out. */
export function rememberDevice(c: StaffContext, { people, site }: Accounts, person: string) {
  const stored = people.get(person)?.password;
  if (stored)
    c.header('Set-Cookie', site.cookieFor(deviceToken(stored), deviceCookie(person)), { append: true });
}

/** Starts a session in place of the browser's old one, and redirects to a page of the site. */
function begin(c: StaffContext, accounts: Accounts, person: string, to: string): Response {
  const { sessions, site } = accounts;
  const { headers } = c.req.raw;
  const previous = sessions.find(site.readSecret(headers) ?? '');
  if (previous) sessions.end(previous.person, previous.id);
  accounts.record(headers, 'Signed in', accounts.find(person)?.name ?? person);
  c.header('Set-Cookie', site.cookieFor(sessions.begin(person, describeDevice(headers))));
  rememberDevice(c, accounts, person);
  return c.redirect(site.returnUrl(to), 303);
}
