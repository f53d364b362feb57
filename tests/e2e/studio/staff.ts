import type { BrowserContext, Page } from '@playwright/test';
import { expect } from './studio.ts';

/** A page of a browser whose device has passkeys, and somebody at it who shows their finger at once. */
export async function pageWithPasskeys(context: BrowserContext): Promise<Page> {
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return page;
}

export const inStudio = (page: Page) => expect(page.getByTestId('studio-navbar')).toBeVisible();

/** Makes a passkey by the link for the first administrator, and comes into the Studio. */
export async function joinWithPasskey(page: Page, name: string) {
  await page.getByLabel('Your name').fill(name);
  await page.getByRole('button', { name: 'Create a passkey' }).click();
  await inStudio(page);
}

/** Invites somebody and lets them in, with a password, on a page of their own. */
export async function invite(admin: Page, person: Page, name: string, role: string) {
  await admin.goto('/staff/people');
  await admin.getByLabel('Invite').fill(name);
  await admin.getByRole('combobox', { name: 'Role' }).first().selectOption(role);
  await admin.getByRole('button', { name: 'Create a link' }).click();
  await person.goto(await admin.getByLabel(`Send this link to ${name}`).inputValue());
  await person.getByLabel('Password').fill('four words in a row');
  await person.getByRole('button', { name: 'Set password' }).click();
  await inStudio(person);
}
