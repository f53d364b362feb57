import type { Context } from 'hono';
import { z } from 'zod';
import { OneTimeSecrets } from '../access/one-time.ts';
import type { Role } from '../access/roles.ts';
import { signInPage, signInProblemPage } from '../access/sign-in-page.ts';
import type { LakeConfig } from '../config.ts';
import { httpError } from '../errors.ts';
import type { Lake } from '../lake.ts';
import { clientBySite, isLoopback } from './origins.ts';
import { type LakeApp, type LakeEnv, signedIn } from './request.ts';

const formSchema = z.object({ role: z.string(), origin: z.string(), token: z.string() });

/** Someone may leave the page open for a while (ten minutes); the code in the address is fetched at once (one). */
const formLifetime = 10 * 60 * 1000;
const codeLifetime = 60 * 1000;

/** One-click sign-in, for this machine alone: a POST with a token that only the lake's own page holds. */
export function signInRoutes(app: LakeApp, lake: Lake) {
  const formTokens = new OneTimeSecrets<true>(formLifetime);
  const codes = new OneTimeSecrets<Role>(codeLifetime);

  app.get('/:version/auth/providers', (c) => {
    const url = `${lake.config.url}/v1/auth/login/local`;
    return c.json({
      providers: [{ name: 'local', title: 'This machine', url }],
      thirdPartyLogin: false,
      sso: {},
    });
  });

  app.use('/:version/auth/login/local', async (c, next) => {
    requireThisMachine(c.req.raw.headers, lake.config);
    return next();
  });

  app.get('/:version/auth/login/local', (c) => {
    const target = targetOf(c.req.query('origin'), lake);
    if (!target)
      return problem(c, 'The address to go back to is missing, or its origin may not use this content lake.');
    protect(c, target);
    return c.html(signInPage(lake.config.roles, target, formTokens.issue(true)));
  });

  app.post('/:version/auth/login/local', async (c) => {
    if (URL.parse(c.req.header('origin') ?? '')?.host !== c.req.header('host'))
      throw httpError(403, 'Signing in works only from the sign-in page itself');
    const form = formSchema.safeParse(await c.req.parseBody());
    const target = form.success ? targetOf(form.data.origin, lake) : null;
    const role = lake.config.roles.find(({ name }) => name === form.data?.role);
    if (!form.success || !target || !role)
      return problem(c, 'The form was not understood. Go back to the Studio and try again.');
    if (!formTokens.redeem(form.data.token))
      return problem(
        c,
        'This page was open for too long or was used before. Go back to the Studio and try again.',
      );
    const back = new URL(target);
    back.hash = `sid=${codes.issue(role)}`;
    protect(c, target);
    return c.redirect(back.toString(), 303);
  });

  app.get('/:version/auth/fetch', (c) => {
    const role = codes.redeem(c.req.query('sid') ?? '');
    if (!role) throw httpError(401, 'This sign-in code was used before or is too old. Sign in again.');
    c.header('Cache-Control', 'no-store');
    return c.json({ token: lake.control.credentials.createSession(role), label: 'Studio session' });
  });

  app.post('/:version/auth/logout', (c) => {
    const principal = c.get('principal');
    // A program's token is ended with the command line, not by whoever happens to hold it.
    if (principal.kind === 'user') lake.control.credentials.revoke(principal.credentialId);
    return c.body(null, 204);
  });

  app.get('/:version/auth/id', (c) => {
    const principal = signedIn(c);
    const session = lake.control.credentials.list().find((one) => one.id === principal.credentialId);
    return c.json({
      id: principal.id,
      expiry: session?.expires ? Math.floor(Date.parse(session.expires) / 1000) : null,
    });
  });
}

/** What a proxy between the browser and the site leaves behind. */
const forwarded = [
  'forwarded',
  'via',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
];

/** A click is enough for who sits at this machine: what comes past the site, or to it from outside, may be anybody. */
function requireThisMachine(headers: Headers, config: LakeConfig) {
  const hosts = [clientBySite(headers, config) ?? '', ...config.origins.map((one) => new URL(one).host)];
  if (!hosts.every(isLoopback) || forwarded.some((name) => headers.has(name)))
    throw httpError(403, `One click signs in only on the machine of the site, at ${config.url}`);
}

/** The address to go back to, if it belongs to an origin that may use the lake. */
function targetOf(given: string | undefined, lake: Lake): string | null {
  if (!given || !URL.canParse(given)) return null;
  const url = new URL(given);
  return lake.config.origins.includes(url.origin) ? url.toString() : null;
}

function problem(c: Context<LakeEnv>, message: string) {
  protect(c, null);
  return c.html(signInProblemPage(message), 400);
}

/** No frame may show the page (a hidden one-click button), and its form leads only here and back to the target. */
function protect(c: Context<LakeEnv>, target: string | null) {
  const formTargets = target ? `'self' ${new URL(target).origin}` : "'none'";
  c.header(
    'Content-Security-Policy',
    `default-src 'none'; style-src 'unsafe-inline'; form-action ${formTargets}; frame-ancestors 'none'; base-uri 'none'`,
  );
  c.header('X-Frame-Options', 'DENY');
  c.header('Referrer-Policy', 'same-origin');
  c.header('Cache-Control', 'no-store');
}
