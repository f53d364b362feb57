import type { SignedIn } from 'content-lake';
import { html } from 'hono/html';
import { may } from '#roles';
import { shown } from '../access-log.ts';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { linkLifetimes, type Person } from '../people.ts';
import { sessionItems } from './account.ts';
import {
  type Fields,
  formPage,
  type PageMessage,
  renderTime,
  respondWithPage,
  type StaffApp,
  type StaffContext,
} from './page.ts';

/** Adds the page on which administrators invite people, change roles, send new links, end sessions and remove people. */
export function peopleRoutes(app: StaffApp, accounts: Accounts) {
  formPage(
    app,
    '/people',
    async (c, fields) => change(c, accounts, fields),
    (c, message, typed) => respond(c, accounts, message, typed),
  );
}

function change(
  c: StaffContext,
  accounts: Accounts,
  { invite, person: id = '', end, link, remove, role = '' }: Fields,
) {
  const { people, sessions } = accounts;
  const me = requireAdministrator(c, accounts);
  const { headers } = c.req.raw;
  const record = (act: string, name: string) => accounts.record(headers, act, name);
  if (!end) accounts.requireFresh(headers);
  if (invite) {
    const person = people.add(invite, role);
    record('Invited', person.name);
    return renderLink(accounts, person);
  }
  const person = people.require(id);
  if (end) {
    record('Ended a session', person.name);
    sessions.end(person.id, end);
    return html`${person.name} is now signed out of that browser.`;
  }
  if (link) {
    if (person.id === me.id)
      throw new AccountError('You are signed in. Change your own passkeys and password under Account.');
    record('Made a new link', person.name);
    return renderLink(accounts, person);
  }
  if (remove) {
    people.remove(person.id);
    record('Removed a person', person.name);
    return html`${person.name} can no longer sign in. The history still shows their changes under their name.`;
  }
  people.setRole(person.id, role);
  record('Changed a role', `${person.name}: ${role}`);
  return html`The role of ${person.name} is now ${accounts.findRole(role)?.title}.`;
}

function respond(c: StaffContext, accounts: Accounts, message: PageMessage, { invite = '' }: Fields) {
  const me = requireAdministrator(c, accounts);
  const all = accounts.people.list();
  const body = html`<p>Everybody signs in under their own name. The history of the content shows it.</p>
<form method="post" class="row">
<label>Invite<input name="invite" value="${invite}" placeholder="Name" minlength="2" maxlength="60" required></label>
<label>Role${renderRoles(accounts, 'editor')}</label>
<button class="first">Create a link</button>
</form>
<h2>Who can sign in</h2>
${all.length > 0 ? all.map((person) => renderPerson(accounts, person, me)) : html`<p class="muted">Nobody has been invited yet.</p>`}
<h2>Who did what</h2>
<details><summary>The last ${shown.events} changes and sign-ins, and ${shown.failures} failures</summary><ul>${accounts.log
    .list()
    .map(
      ({ at, act, actor, subject, address }) =>
        html`<li><span><bdi>${actor}</bdi>: ${act}${subject === actor ? '' : html` (<bdi>${subject}</bdi>)`}<small>${renderTime(at)}${address ? ` from ${address}` : ''}</small></span></li>`,
    )}</ul></details>`;
  return respondWithPage(c, accounts, { title: 'People', body, me, ...message });
}

function requireAdministrator(c: StaffContext, accounts: Accounts): SignedIn {
  const me = accounts.signedIn(c.req.raw.headers);
  if (may([me.role.name], 'managePeople')) return me;
  throw new AccountError('Only administrators can manage people.', 403);
}

function renderLink({ site, people }: Accounts, person: Person) {
  const link = `${site.url}/staff/invitation/${people.makeLink(person, linkLifetimes.invitation)}`;
  return html`<label>Send this link to <bdi>${person.name}</bdi><small>Copy it now: it is not shown again. It works once and expires after seven days.</small>
<input value="${link}" readonly></label>`;
}

function renderPerson(accounts: Accounts, person: Person, me: SignedIn) {
  const hidden = html`<input type="hidden" name="person" value="${person.id}">`;
  const items = sessionItems(accounts, person.id, me.credentialId);
  return html`<article aria-labelledby="${person.id}">
<h3 id="${person.id}"><bdi>${person.name}</bdi>${person.id === me.id ? ' (you)' : ''}</h3>
<p class="muted">${accounts.findRole(person.role)?.title ?? person.role}. ${describeAccess(person)}</p>
<details><summary>Change</summary>
<form method="post" class="row">${hidden}<label>Role${renderRoles(accounts, person.role)}</label><button>Change role</button></form>
<form method="post" class="row">${hidden}
<button name="link" value="new">New link</button><button name="remove" value="yes">Remove</button></form>
<p class="muted">Use <b>New link</b> when somebody has lost access. It deletes their passkeys and password and signs them out.</p>
</details>
${items.length > 0 ? html`<ul>${items}</ul>` : ''}
</article>`;
}

function renderRoles({ roles }: Accounts, selected: string) {
  return html`<select name="role">${roles.map(
    ({ name, title }) =>
      html`<option value="${name}"${name === selected ? html` selected` : ''}>${title}</option>`,
  )}</select>`;
}

/** Says how a person signs in. */
function describeAccess({ password, passkeys, linkExpires }: Person) {
  const ways = [
    ...(passkeys > 0 ? [`${passkeys} ${passkeys === 1 ? 'passkey' : 'passkeys'}`] : []),
    ...(password ? ['a password'] : []),
  ];
  if (ways.length > 0) return `Signs in with ${ways.join(' and ')}.`;
  if (linkExpires && linkExpires > new Date().toISOString())
    return html`Invited. The link works until ${renderTime(linkExpires)}.`;
  return 'Cannot sign in. Create a new link.';
}
