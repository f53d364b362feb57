import type { SignedIn } from 'content-lake';
import { html } from 'hono/html';
import { may } from '#roles';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { hashPassword, matchesPassword, requireGoodPassword } from '../passwords.ts';
import type { Person } from '../people.ts';
import { describeDevice } from '../sessions.ts';
import {
  type Fields,
  formPage,
  newPassword,
  type PageMessage,
  passkeyButton,
  renderTime,
  respondWithPage,
  type StaffApp,
  type StaffContext,
} from './page.ts';
import { rememberDevice } from './sign-in.ts';

const maxAssistants = 5;

/** Adds the page where people manage their own passkeys, password and sessions. */
export function accountRoutes(app: StaffApp, accounts: Accounts) {
  formPage(
    app,
    '/account',
    (c, fields) => change(c, accounts, fields),
    (c, message) => respond(c, accounts, message),
  );
}

async function change(
  c: StaffContext,
  accounts: Accounts,
  { end, assistant, remove, passkey, current = '', password = '' }: Fields,
) {
  const { people, passkeys, sessions, site } = accounts;
  const { headers } = c.req.raw;
  const me = accounts.signedIn(headers);
  const record = <T>(act: string, result: T): T => {
    accounts.record(headers, act, me.name);
    return result;
  };
  if (end) return record('Ended a session', endSession(accounts, me, end));
  accounts.requireFresh(headers);
  if (assistant) return record('Connected an assistant', connectAssistant(accounts, me));
  const person = people.require(me.id);
  if (remove) return record('Removed a passkey', removePasskey(accounts, person, remove));
  if (passkey) {
    passkeys.add(me.id, await passkeys.verifyNew(me.id, passkey), describeDevice(headers));
    return record('Added a passkey', 'You can now sign in with this passkey.');
  }
  if (person.password) await requireCurrentPassword(accounts, me, current, person.password);
  requireGoodPassword(password, person.name, site.url);
  people.setPassword(me.id, await hashPassword(password));
  rememberDevice(c, accounts, me.id);
  sessions.endAll(me.id, me.credentialId);
  return record('Set a password', 'Your new password is set. You are signed out everywhere else.');
}

async function respond(c: StaffContext, accounts: Accounts, message: PageMessage) {
  const { people, passkeys } = accounts;
  const me = accounts.signedIn(c.req.raw.headers);
  const person = people.get(me.id);
  const body = html`<p class="muted">${me.role.title}: ${me.role.description}.</p>
${person ? html`${renderPasskeys(accounts, me, await passkeys.registrationOptions(person))}${passwordForm(person)}` : ''}
<h2>Where you are signed in</h2>
<ul>${sessionItems(accounts, me.id, me.credentialId)}</ul>
<form method="post"><button name="end" value="others">Sign out everywhere else</button></form>
${may([me.role.name], 'readContent') ? assistantForm : ''}`;
  return respondWithPage(c, accounts, { title: me.name, body, me, ...message });
}

/** `session` is an id, or "others". */
function endSession({ sessions }: Accounts, me: SignedIn, session: string) {
  if (session === 'others') {
    sessions.endAll(me.id, me.credentialId);
    return 'You are signed out everywhere else.';
  }
  sessions.end(me.id, session);
  return 'You are now signed out of that browser.';
}

function connectAssistant({ sessions, site }: Accounts, { id, role }: SignedIn) {
  if (sessions.findBy('person', id).filter(({ assistantRole }) => assistantRole).length >= maxAssistants)
    throw new AccountError('You have connected five assistants. Sign one out first.', 409);
  return html`<p>Enter the address and the token in your assistant now. The token is shown only once, and ends after 30 days or with your role.</p>
<label>Address<input readonly value="${site.url}/lake/mcp"></label>
<label>Token<input readonly value="${sessions.begin(id, 'An assistant', role.name)}"></label>`;
}

function removePasskey({ passkeys }: Accounts, { id, passkeys: count, password }: Person, passkey: string) {
  if (count < 2 && !password)
    throw new AccountError('This is your only way to sign in. Add another passkey or set a password first.');
  passkeys.remove(id, passkey);
  return 'The passkey no longer works here. Delete it from your device too.';
}

/** Throws an AccountError for a wrong password, or after too many attempts in this session. */
async function requireCurrentPassword({ attempts }: Accounts, me: SignedIn, current: string, stored: string) {
  const source = { device: me.credentialId };
  attempts.begin(source);
  if (!(await matchesPassword(current, stored, true)))
    throw new AccountError('The current password is wrong.');
  attempts.succeeded(source);
}

function renderPasskeys({ passkeys }: Accounts, me: SignedIn, options: object) {
  const items = passkeys
    .of(me.id)
    .map(
      ({ id, device, created, used }) =>
        html`<li><span>${device}<small>created ${renderTime(created)}${
          used ? html`, used ${renderTime(used)}` : ''
        }</small></span><form method="post"><button class="small" name="remove" value="${id}">Remove</button></form></li>`,
    );
  return html`<h2>Passkeys</h2>
${items.length > 0 ? html`<ul>${items}</ul>` : html`<p>With a passkey, you sign in with your finger, your face or your device's PIN.</p>`}
<form method="post">${passkeyButton('Add a passkey', options)}</form>`;
}

const assistantForm = html`<h2>Assistants</h2>
<p>An assistant is an AI program that reads content and prepares drafts for you. It cannot publish or delete anything, and sees no payments, enquiries or applications. It reads the content that you read, and with it the names in the evidence of claims.</p>
<form method="post"><button name="assistant" value="new">Connect an assistant</button></form>`;

function passwordForm({ name, password }: { name: string; password: string | null }) {
  return html`<h2>Password</h2>
<form method="post">
<input name="username" value="${name}" autocomplete="username" hidden>
${password ? html`<label>Current password<input type="password" name="current" autocomplete="current-password" required></label>` : ''}
${newPassword('New password')}
<button>${password ? 'Change password' : 'Set password'}</button>
</form>`;
}

/** Renders a person's sessions, each with a button that ends it, except the viewer's own session. */
export function sessionItems({ sessions }: Accounts, person: string, own = '') {
  return sessions.findBy('person', person).map(
    ({ id, device, created, used }) => html`<li><span>${device}${id === own ? ' (this browser)' : ''}
<small>since ${renderTime(created)}, last used ${renderTime(used)}</small></span>
${id === own ? '' : html`<form method="post"><input type="hidden" name="person" value="${person}"><button class="small" name="end" value="${id}">Sign out</button></form>`}</li>`,
  );
}
