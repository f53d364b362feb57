import type { SignedIn } from 'content-lake';
import { html } from 'hono/html';
import { may } from '#roles';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { linkLifetimes, type Person } from '../people.ts';
import { sessionItems } from './account.ts';
import { dateOf, formPage, type StaffApp, type StaffContext, show } from './page.ts';

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
      return show(c, accounts, { title: 'People', body, me, ...said });
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
