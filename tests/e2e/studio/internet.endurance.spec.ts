import { createHash, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { LaunchOptions } from '@playwright/test';
import { findFreePorts } from '../../../apps/environment/ports.ts';
import { firstAdministratorLink } from '../../../apps/start/first-run.ts';
import { test as base } from '../../support/browser.ts';
import { chromiumArgs, ensureChromium } from '../../support/chromium.ts';
import { startProxy } from '../../support/nginx.ts';
import { startStack } from '../../support/stack.ts';
import { invite, joinWithPasskey, pageWithPasskeys } from './staff.ts';
import { expect, publish, textField } from './studio.ts';

type Site = { url: string; firstLink: string; certificate: Buffer | string };

const { TEST_SITE_URL: url, TEST_FIRST_LINK: firstLink, TEST_CERTIFICATE: certificate } = process.env;

/**
 * A site at a public address, which nobody has signed in to: one that runs already (`npm run test:guide`), or one of our
 * own behind nginx as it is shipped.
 */
const test = base.extend<object, { site: Site; launchOptions: LaunchOptions }>({
  site: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures a fixture uses from this pattern.
    async ({}, use) => {
      if (url && firstLink && certificate)
        return use({ url, firstLink, certificate: readFileSync(certificate) });
      const http = await findFreePorts(2);
      const https = http + 1;
      const env = { SITE_URL: `https://www.agency.test:${https}`, TRUST_PROXY: 'loopback' };
      const stack = await startStack({ parts: ['lake', 'site'], env });
      const proxy = await startProxy([stack.settings.port], { http, https });
      const link = await firstAdministratorLink(stack.service('lake'));
      await use({ url: proxy.url, firstLink: link, certificate: proxy.ca });
      await proxy.stop();
      await stack.stop();
    },
    { scope: 'worker' },
  ],
  // Passkeys need a certificate that the browser trusts, by its key.
  launchOptions: [
    async ({ site }, use) => {
      const key = new X509Certificate(site.certificate).publicKey.export({ type: 'spki', format: 'der' });
      const hash = createHash('sha256').update(key).digest('base64');
      const own = [
        `--ignore-certificate-errors-spki-list=${hash}`,
        ...(url ? [] : [`--host-resolver-rules=MAP ${new URL(site.url).hostname} 127.0.0.1`]),
      ];
      await use({ executablePath: ensureChromium(), args: [...chromiumArgs, ...own] });
    },
    { scope: 'worker' },
  ],
  baseURL: ({ site }, use) => use(site.url),
  viewport: { width: 1500, height: 1000 },
});

test('an agency works on the internet, over HTTPS, with people under their own names', async ({
  browser,
  site,
  baseURL,
  viewport,
}) => {
  const newContext = () => browser.newContext({ baseURL, viewport });

  const admin = await pageWithPasskeys(await newContext());
  const response = await admin.goto(site.firstLink);
  expect([response?.status(), await response?.securityDetails()]).toMatchObject([
    200,
    { protocol: 'TLS 1.3' },
  ]);
  await joinWithPasskey(admin, 'Asha Rao');

  const editor = await (await newContext()).newPage();
  await invite(admin, editor, 'Meera Nair', 'editor');
  const visitor = await (await newContext()).newPage();
  const visitorReads = (path: string, text: string) =>
    expect
      .poll(async () => {
        await visitor.goto(path);
        return visitor.getByText(text).first().isVisible();
      })
      .toBe(true);

  expect((await visitor.goto(site.firstLink))?.status(), 'the first link works once').toBe(404);

  // The editor sees a draft in the preview as it is typed; visitors see it once it is published.
  const previewOpened = editor.waitForResponse((response) => response.url().endsWith('/draft-mode/events'));
  await editor.goto('/studio/presentation?preview=/terms-conditions');
  const preview = editor.frameLocator('iframe').first();
  const intro = textField(editor, 'intro');
  await intro.fill('Written by Meera, from home.');
  await expect(preview.getByText('Written by Meera, from home.')).toBeVisible();
  expect((await previewOpened).status()).toBe(200);
  await visitor.goto('/terms-conditions');
  await expect(visitor.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(visitor.getByText('Written by Meera')).toHaveCount(0);
  await publish(editor);
  await visitorReads('/terms-conditions', 'Written by Meera, from home.');
});
