import type { SignedIn } from 'content-lake';
import { html } from 'hono/html';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { hashPassword, matchesPassword, requireGoodPassword } from '../passwords.ts';
import { deviceOf } from '../sessions.ts';
import { dateOf, formPage, newPassword, passkeyButton, type StaffApp, show } from './page.ts';
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
        passkeys.add(me.id, await passkeys.check(me.id, passkey), deviceOf(headers));
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
${person ? html`${passkeyList(me, await passkeys.makeOptions(person))}${passwordForm(person)}` : ''}
<h2>Where you are signed in</h2>
<ul>${sessionItems(accounts, me.id, me.credentialId)}</ul>
<form method="post"><button name="end" value="others">Sign out everywhere else</button></form>`;
      return show(c, accounts, { title: me.name, body, me, ...said });
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
export function sessionItems({ sessions }: Accounts, person: string, own = '') {
  return sessions.by('person', person).map(
    ({ id, device, created, used }) => html`<li><span>${device}${id === own ? ' (here)' : ''}
<small>since ${dateOf(created)}, last used ${dateOf(used)}</small></span>
${id === own ? '' : html`<form method="post"><input type="hidden" name="person" value="${person}"><button class="small" name="end" value="${id}">Sign out</button></form>`}</li>`,
  );
}
