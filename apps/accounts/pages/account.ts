import type { SignedIn } from 'content-lake';
import { html } from 'hono/html';
import { may } from '#roles';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { hashPassword, matchesPassword, requireGoodPassword } from '../passwords.ts';
import { linkLifetimes, type Person } from '../people.ts';
import { deviceOf } from '../sessions.ts';
import {
  dateOf,
  formPage,
  newPassword,
  passkeyButton,
  respondWithPage,
  type StaffApp,
  type StaffContext,
} from './page.ts';
import { rememberDevice } from './sign-in.ts';

/** Adds the page of a person's own passkeys, password and sessions. */
export function accountRoutes(app: StaffApp, accounts: Accounts) {
  const { people, passkeys, sessions, attempts } = accounts;
  formPage(
    app,
    '/account',
    async (c, { end, forget, passkey, current = '', password = '' }) => {
      const { headers } = c.req.raw;
      const me = accounts.signedIn(headers);
      if (end) return endSession(me, end);
      const person = people.require(me.id);
      if (forget) return removePasskey(person, forget);
      if (passkey) {
        passkeys.add(me.id, await passkeys.verifyNew(me.id, passkey), deviceOf(headers));
        return 'You can now sign in with this passkey.';
      }
      if (person.password) await requireCurrentPassword(me, current, person.password);
      requireGoodPassword(password, person.name, accounts.site.url);
      people.setPassword(me.id, await hashPassword(password));
      rememberDevice(c, accounts, me.id);
      sessions.endAll(me.id, me.credentialId);
      return 'Your new password is set. You are signed out everywhere else.';
    },
    async (c, message) => {
      const me = accounts.signedIn(c.req.raw.headers);
      const person = people.get(me.id);
      const body = html`<p class="muted">${me.role.title}: ${me.role.description}.</p>
${person ? html`${passkeyList(me, await passkeys.registrationOptions(person))}${passwordForm(person)}` : ''}
<h2>Where you are signed in</h2>
<ul>${sessionItems(accounts, me.id, me.credentialId)}</ul>
<form method="post"><button name="end" value="others">Sign out everywhere else</button></form>`;
      return respondWithPage(c, accounts, { title: me.name, body, me, ...message });
    },
  );

  /** `session` is an id, or "others". */
  function endSession(me: SignedIn, session: string) {
    if (session === 'others') sessions.endAll(me.id, me.credentialId);
    else sessions.end(me.id, session);
    return 'You are signed out there.';
  }

  function removePasskey({ id, passkeys: count, password }: Person, passkey: string) {
    if (count < 2 && !password)
      throw new AccountError(
        'This is your only way to sign in. Add another passkey or set a password first.',
      );
    passkeys.remove(id, passkey);
    return 'The passkey no longer works here. Delete it from your device too.';
  }

  /** Throws an AccountError for a wrong password. Attempts are limited by session. */
  async function requireCurrentPassword(me: SignedIn, current: string, stored: string) {
    const source = { device: me.credentialId };
    attempts.begin(source);
    if (!(await matchesPassword(current, stored, true)))
      throw new AccountError('The current password is wrong.');
    attempts.succeeded(source);
  }

  function passkeyList(me: SignedIn, options: object) {
    const items = passkeys
      .of(me.id)
      .map(
        ({ id, device, created, used }) =>
          html`<li><span>${device}<small>created ${dateOf(created)}${
            used ? html`, used ${dateOf(used)}` : ''
          }</small></span><form method="post"><button class="small" name="forget" value="${id}">Remove</button></form></li>`,
      );
    return html`<h2>Passkeys</h2>
${items.length > 0 ? html`<ul>${items}</ul>` : html`<p>With a passkey, you sign in with your finger, your face or your device's PIN.</p>`}
<form method="post">${passkeyButton('Add a passkey', options)}</form>`;
  }

  function passwordForm({ name, password }: { name: string; password: string | null }) {
    return html`<h2>Password</h2>
<form method="post">
<input name="username" value="${name}" autocomplete="username" hidden>
${password ? html`<label>Current password<input type="password" name="current" autocomplete="current-password" required></label>` : ''}
${newPassword('New password')}
<button>${password ? 'Change password' : 'Set password'}</button>
</form>`;
  }
}

/** Renders a person's sessions, each with a button that ends it, except the viewer's own session. */
function sessionItems({ sessions }: Accounts, person: string, own = '') {
  return sessions.findBy('person', person).map(
    ({ id, device, created, used }) => html`<li><span>${device}${id === own ? ' (this browser)' : ''}
<small>since ${dateOf(created)}, last used ${dateOf(used)}</small></span>
${id === own ? '' : html`<form method="post"><input type="hidden" name="person" value="${person}"><button class="small" name="end" value="${id}">Sign out</button></form>`}</li>`,
  );
}

/** Adds the page on which administrators invite people, change roles, send new links, end sessions and remove people. */
export function peopleRoutes(app: StaffApp, accounts: Accounts) {
  const { people, sessions, site } = accounts;
  formPage(
    app,
    '/people',
    async (c, { invite, person: id = '', end, link, remove, role = '' }) => {
      const me = requireAdministrator(c);
      if (invite) return linkFor(people.add(invite, role));
      const person = people.require(id);
      if (end) {
        sessions.end(person.id, end);
        return html`${person.name} is signed out there.`;
      }
      if (link) {
        if (person.id === me.id)
          throw new AccountError('You are signed in. Change your own passkeys and password under Account.');
        return linkFor(person);
      }
      if (remove) {
        people.remove(person.id);
        return html`${person.name} can no longer sign in. The history still shows their changes under their name.`;
      }
      people.setRole(person.id, role);
      return html`The role of ${person.name} is now ${accounts.roleOf(role)?.title}.`;
    },
    (c, message, { invite = '' }) => {
      const me = requireAdministrator(c);
      const body = peopleBody(people.list(), me, invite);
      return respondWithPage(c, accounts, { title: 'People', body, me, ...message });
    },
  );

  function peopleBody(all: Person[], me: SignedIn, invite: string) {
    return html`<p>Everybody signs in under their own name. The history of the content shows it.</p>
<form method="post" class="row">
<label>Invite<input name="invite" value="${invite}" placeholder="Name" minlength="2" maxlength="60" required></label>
<label>Role${roleChoice('editor')}</label>
<button class="first">Create a link</button>
</form>
<h2>Who can sign in</h2>
${all.length > 0 ? all.map((person) => personEntry(person, me)) : html`<p class="muted">Nobody has been invited yet.</p>`}`;
  }

  function requireAdministrator(c: StaffContext): SignedIn {
    const me = accounts.signedIn(c.req.raw.headers);
    if (may([me.role.name], 'managePeople')) return me;
    throw new AccountError('Only administrators can manage people.', 403);
  }

  function linkFor(person: Person) {
    const link = `${site.url}/staff/invitation/${people.makeLink(person, linkLifetimes.invitation)}`;
    return html`<label>Send this link to <bdi>${person.name}</bdi><small>Copy it now: it is not shown again. It works once and expires after seven days.</small>
<input value="${link}" readonly></label>`;
  }

  function personEntry(person: Person, me: SignedIn) {
    const hidden = html`<input type="hidden" name="person" value="${person.id}">`;
    const items = sessionItems(accounts, person.id, me.credentialId);
    return html`<article aria-labelledby="${person.id}">
<h3 id="${person.id}"><bdi>${person.name}</bdi>${person.id === me.id ? ' (you)' : ''}</h3>
<p class="muted">${accounts.roleOf(person.role)?.title ?? person.role}. ${accessOf(person)}</p>
<details><summary>Change</summary>
<form method="post" class="row">${hidden}<label>Role${roleChoice(person.role)}</label><button>Change role</button></form>
<form method="post" class="row">${hidden}
<button name="link" value="new">New link</button><button name="remove" value="yes">Remove</button></form>
<p class="muted">Use <b>New link</b> when somebody has lost access. It deletes their passkeys and password and signs them out.</p>
</details>
${items.length > 0 ? html`<ul>${items}</ul>` : ''}
</article>`;
  }

  const roleChoice = (selected: string) =>
    html`<select name="role">${accounts.roles.map(
      ({ name, title }) =>
        html`<option value="${name}"${name === selected ? html` selected` : ''}>${title}</option>`,
    )}</select>`;
}

/** Says how a person signs in. */
function accessOf({ password, passkeys, linkExpires }: Person) {
  const ways = [
    ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
    ...(password ? ['a password'] : []),
  ];
  if (ways.length > 0) return `Signs in with ${ways.join(' and ')}.`;
  if (linkExpires && linkExpires > new Date().toISOString())
    return html`Invited. The link works until ${dateOf(linkExpires)}.`;
  return 'Cannot sign in. Create a new link.';
}
