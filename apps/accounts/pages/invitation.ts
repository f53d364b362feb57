import { html } from 'hono/html';
import type { Accounts } from '../accounts.ts';
import { hashPassword, requireGoodPassword } from '../passwords.ts';
import { deviceOf } from '../sessions.ts';
import { formPage, newPassword, passkeyButton, type StaffApp, type StaffContext, show } from './page.ts';
import { begin } from './sign-in.ts';

/** Accepts an invitation link: a name, and a passkey or a password. */
export function invitationRoutes(app: StaffApp, accounts: Accounts) {
  const { people, passkeys } = accounts;
  const tokenOf = (c: StaffContext) => c.req.param('token') ?? '';
  formPage(
    app,
    '/invitation/:token',
    async (c, { name = '', password = '', passkey }) => {
      const invited = people.byLink(tokenOf(c));
      if (!passkey) requireGoodPassword(password, name.trim(), accounts.site.url);
      const made = passkey ? await passkeys.check(invited.id, passkey) : undefined;
      const hash = made ? undefined : await hashPassword(password);
      people.acceptLink(tokenOf(c), name, ({ id }) => {
        if (made) passkeys.add(id, made, deviceOf(c.req.raw.headers));
        if (hash) people.setPassword(id, hash);
      });
      return begin(c, accounts, invited.id, '');
    },
    async (c, said, typed) => {
      const person = people.byLink(tokenOf(c));
      const name = typed.name ?? person.name;
      const body = html`<p>You are invited as ${accounts.roleOf(person.role)?.title ?? person.role}. Choose how you sign in from now on.</p>
<form method="post">
<label>Your name<small>You sign in with it, and others see it beside what you change.</small>
<input name="name" value="${name}" autocomplete="username" minlength="2" maxlength="60" required></label>
${passkeyButton('Make a passkey', await passkeys.makeOptions(person))}
<p class="muted" data-needs-passkeys hidden>Your finger, your face or the PIN of this device: nothing to remember, and nothing that can be stolen.</p>
<p class="or" data-needs-passkeys hidden>or</p>
${newPassword('A password')}
<button>Set this password</button>
</form>`;
      return show(c, accounts, { title: 'Welcome', body, ...said });
    },
  );
}
