import { html } from 'hono/html';
import { z } from 'zod';
import { AccountError } from '../account-error.ts';
import type { Accounts } from '../accounts.ts';
import { hashPassword, requireGoodPassword } from '../passwords.ts';
import { linkEnded } from '../people.ts';
import { deviceOf } from '../sessions.ts';
import { fieldsOf, passkeyButton, type StaffApp, type StaffContext, show } from './page.ts';
import { begin, withStatus } from './sign-in.ts';

const form = z.object({
  name: z.string().max(200),
  password: z.string().max(1000).default(''),
  passkey: z.string().default(''),
});

/** A link that somebody was given: they choose a name, and a passkey or a password. */
export function invitationRoutes(app: StaffApp, accounts: Accounts) {
  const { people, passkeys } = accounts;

  app.get('/invitation/:token', (c) => invitationPage(c, c.req.param('token')));

  app.post('/invitation/:token', async (c) => {
    const token = c.req.param('token');
    const { name, password, passkey } = await fieldsOf(c, form);
    try {
      const invited = people.byLink(token);
      if (!invited) throw linkEnded();
      if (!passkey) requireGoodPassword(password, name.trim());
      const made = passkey ? await passkeys.check(invited.id, passkey) : undefined;
      const hash = made ? undefined : await hashPassword(password);
      const person = people.acceptLink(token, name, ({ id }) => {
        if (made) passkeys.add(id, made, deviceOf(c.req.header('user-agent')));
        if (hash) people.setPassword(id, hash);
      });
      return begin(c, accounts, person.id, '');
    } catch (error) {
      if (!(error instanceof AccountError) || !people.byLink(token)) throw error;
      return withStatus(await invitationPage(c, token, name, error.message), error);
    }
  });

  async function invitationPage(c: StaffContext, token: string, name?: string, problem?: string) {
    const person = people.byLink(token);
    if (!person) throw linkEnded();
    const body = html`<p>You are invited as ${accounts.roleOf(person.role)?.title ?? person.role}. Choose how you sign in from now on.</p>
<form method="post">
<label>Your name<small>You sign in with it, and others see it beside what you change.</small>
<input name="name" value="${name ?? person.name}" autocomplete="username" minlength="2" maxlength="60" required></label>
${passkeyButton('Make a passkey', await passkeys.makeOptions(person))}
<p class="muted" data-needs-passkeys hidden>Your finger, your face or the PIN of this device: nothing to remember, and nothing that can be stolen.</p>
<p class="or" data-needs-passkeys hidden>or</p>
<label>A password<small>At least 12 characters. Four words in a row are good.</small>
<input type="password" name="password" autocomplete="new-password" minlength="12" maxlength="200" required></label>
<button>Set this password</button>
</form>`;
    return show(c, accounts, { title: 'Welcome', body, problem });
  }
}
