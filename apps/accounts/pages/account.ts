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

/** A person's own passkeys, password and sessions. */
export function accountRoutes(app: StaffApp, accounts: Accounts) {
  const { people, passkeys, sessions, attempts } = accounts;
  formPage(
    app,
    '/account',
    async (c, { end, forget, passkey, current = '', password = '' }) => {
      const { headers } = c.req.raw;
      const me = accounts.signedIn(headers);
      if (end) {
        if (end === 'others') sessions.endAll(me.id, me.credentialId);
        else sessions.end(me.id, end);
        return 'Signed out there.';
      }
      const person = people.require(me.id);
      if (forget) {
        if (person.passkeys < 2 && !person.password)
          throw new AccountError('This is your only way in. Make another passkey or set a password first.');
        passkeys.remove(me.id, forget);
        return 'The passkey works no more. Remove it from your device too.';
      }
      if (passkey) {
        passkeys.add(me.id, await passkeys.verifyNew(me.id, passkey), deviceOf(headers));
        return 'From now on you can sign in with this passkey.';
      }
      if (person.password) {
        // Signed-in people are limited by session.
        const who = { device: me.credentialId };
        attempts.begin(who);
        if (!(await matchesPassword(current, person.password, true)))
          throw new AccountError('The current password is not right.');
        attempts.succeeded(who);
      }
      requireGoodPassword(password, person.name, accounts.site.url);
      people.setPassword(me.id, await hashPassword(password));
      rememberDevice(c, accounts, me.id);
      sessions.endAll(me.id, me.credentialId);
      return 'The new password is set. You were signed out everywhere else.';
    },
    async (c, said) => {
      const me = accounts.signedIn(c.req.raw.headers);
      const person = people.get(me.id);
      const body = html`<p class="muted">${me.role.title}: ${me.role.description}.</p>
${person ? html`${passkeyList(me, await passkeys.registrationOptions(person))}${passwordForm(person)}` : ''}
<h2>Where you are signed in</h2>
<ul>${sessionItems(accounts, me.id, me.credentialId)}</ul>
<form method="post"><button name="end" value="others">Sign out everywhere else</button></form>`;
      return respondWithPage(c, accounts, { title: me.name, body, me, ...said });
    },
  );

  function passkeyList(me: SignedIn, options: object) {
    const items = passkeys
      .of(me.id)
      .map(
        ({ id, device, created, used }) =>
          html`<li><span>${device}<small>made ${dateOf(created)}${
            used ? html`, used ${dateOf(used)}` : ''
          }</small></span><form method="post"><button class="small" name="forget" value="${id}">Remove</button></form></li>`,
      );
    return html`<h2>Passkeys</h2>
${items.length > 0 ? html`<ul>${items}</ul>` : html`<p>With a passkey you sign in by finger, face or the PIN of your device.</p>`}
<form method="post">${passkeyButton('Add a passkey', options)}</form>`;
  }

  function passwordForm({ name, password }: { name: string; password: string | null }) {
    return html`<h2>Password</h2>
<form method="post">
<input name="username" value="${name}" autocomplete="username" hidden>
${password ? html`<label>Current password<input type="password" name="current" autocomplete="current-password" required></label>` : ''}
${newPassword('New password')}
<button>${password ? 'Change the password' : 'Set a password'}</button>
</form>`;
  }
}

/** A list of sessions, with a button to end each but the viewer's own. */
function sessionItems({ sessions }: Accounts, person: string, own = '') {
  return sessions.findBy('person', person).map(
    ({ id, device, created, used }) => html`<li><span>${device}${id === own ? ' (here)' : ''}
<small>since ${dateOf(created)}, last used ${dateOf(used)}</small></span>
${id === own ? '' : html`<form method="post"><input type="hidden" name="person" value="${person}"><button class="small" name="end" value="${id}">Sign out</button></form>`}</li>`,
  );
}

/** For administrators: inviting, roles, lost access, removing, sessions. */
export function peopleRoutes(app: StaffApp, accounts: Accounts) {
  const { people, sessions, site } = accounts;
  formPage(
    app,
    '/people',
    async (c, { invite, person: id = '', end, link, remove, role = '' }) => {
      const me = administrator(c);
      if (invite) return linkFor(people.add(invite, role));
      const person = people.require(id);
      if (end) {
        sessions.end(person.id, end);
        return html`${person.name} is signed out there.`;
      }
      if (link) {
        if (person.id === me.id)
          throw new AccountError('You are signed in: look after your own access under Account.');
        return linkFor(person);
      }
      if (remove) {
        people.remove(person.id);
        return html`${person.name} cannot sign in any more. What they have done stays in the history under their name.`;
      }
      people.setRole(person.id, role);
      return html`${person.name} is ${accounts.roleOf(role)?.title} now.`;
    },
    (c, said, { invite = '' }) => {
      const me = administrator(c);
      const all = people.list();
      const body = html`<p>Everybody signs in with a name of their own, which the history of the content shows.</p>
<form method="post" class="row">
<label>Invite<input name="invite" value="${invite}" placeholder="Name" minlength="2" maxlength="60" required></label>
<label>Role${roleChoice('editor')}</label>
<button class="first">Make a link</button>
</form>
<h2>Who may sign in</h2>
${all.length > 0 ? all.map((person) => personEntry(person, me)) : html`<p class="muted">Nobody has been invited yet.</p>`}`;
      return respondWithPage(c, accounts, { title: 'People', body, me, ...said });
    },
  );

  function administrator(c: StaffContext): SignedIn {
    const me = accounts.signedIn(c.req.raw.headers);
    if (may([me.role.name], 'managePeople')) return me;
    throw new AccountError('Only administrators look after the people here.', 403);
  }

  function linkFor(person: Person) {
    const link = `${site.url}/staff/invitation/${people.makeLink(person, linkLifetimes.invitation)}`;
    return html`<label>Send this link to <bdi>${person.name}</bdi><small>It is shown this once, works once, and for seven days.</small>
<input value="${link}" readonly></label>`;
  }

  function personEntry(person: Person, me: SignedIn) {
    const hidden = html`<input type="hidden" name="person" value="${person.id}">`;
    const items = sessionItems(accounts, person.id, me.credentialId);
    return html`<article aria-labelledby="${person.id}">
<h3 id="${person.id}"><bdi>${person.name}</bdi>${person.id === me.id ? ' (you)' : ''}</h3>
<p class="muted">${accounts.roleOf(person.role)?.title ?? person.role}. ${accessOf(person)}</p>
<details><summary>Change</summary>
<form method="post" class="row">${hidden}<label>Role${roleChoice(person.role)}</label><button>Set the role</button></form>
<form method="post" class="row">${hidden}
<button name="link" value="new">New link</button><button name="remove" value="yes">Remove</button></form>
<p class="muted">A new link is for lost access: passkeys, password and sessions of before end at once.</p>
</details>
${items.length > 0 ? html`<ul>${items}</ul>` : ''}
</article>`;
  }

  const roleChoice = (chosen: string) =>
    html`<select name="role">${accounts.roles.map(
      ({ name, title }) =>
        html`<option value="${name}"${name === chosen ? html` selected` : ''}>${title}</option>`,
    )}</select>`;
}

function accessOf({ password, passkeys, linkExpires }: Person) {
  const ways = [
    ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
    ...(password ? ['a password'] : []),
  ];
  if (ways.length > 0) return `Signs in with ${ways.join(' and ')}.`;
  if (linkExpires && linkExpires > new Date().toISOString())
    return html`Invited; the link works until ${dateOf(linkExpires)}.`;
  return 'Has no link that works: make a new one.';
}
