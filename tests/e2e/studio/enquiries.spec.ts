import { expect, openColleague, openDocument, publish, test } from './studio.ts';

test('with copies switched on, enquiries appear in the Studio and can be answered there', async ({
  page,
  browser,
  stack,
  content,
}) => {
  await test.step('an administrator switches copies on', async () => {
    await openDocument(page, 'siteSettings', 'siteSettings');
    await page.getByRole('tab', { name: 'Contact' }).click();
    const copies = page.getByLabel('Keep a copy of each enquiry');
    // A forced click does not wait until the form may be edited.
    await expect(copies).toBeEnabled();
    await copies.click({ force: true });
    await expect(copies).toBeChecked();
    await publish(page);
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Publish' }).click();
    await expect.poll(() => content.fetch('*[_id == "siteSettings"][0].enquiryCopies.keep')).toBe(true);
    const contact = async () => (await fetch(`${stack.siteUrl}/contact`)).text();
    await expect.poll(contact).toContain('we also receive a copy, so');
  });

  const name = `Asha <b>Gupta</b>${' निविदा'.repeat(60)}`;
  const answers = {
    Email: 'asha@example.in',
    Phone: '+91 98765 43210',
    'Company (optional)': 'x'.repeat(400),
    Message: `=1+1 ${'نحتاج مناقصة '.repeat(200)}🙂`,
  };
  await test.step('a visitor sends one', async () => {
    const visitor = await openColleague(browser, stack);
    await visitor.context().route('https://wa.me/**', (route) => route.fulfill({ body: 'the chat' }));
    await visitor.goto('/tender-services');
    await visitor.getByRole('link', { name: 'Discuss a tender' }).first().click();
    await expect(visitor.getByLabel('Service', { exact: true })).toHaveValue('tender-services');
    for (const [label, value] of Object.entries({ Name: name, ...answers }))
      await visitor.getByLabel(label, { exact: true }).fill(value);
    const stored = visitor.waitForResponse('**/api/enquiry');
    await visitor.getByRole('button', { name: 'Send via WhatsApp' }).click();
    expect((await stored).status()).toBe(204);
  });

  const editor = await openColleague(browser, stack, 'Editor');
  await editor.getByTestId('studio-navbar').getByRole('link', { name: 'Enquiries' }).click();
  const rows = editor.getByRole('table', { name: 'Enquiries' }).locator('tbody tr');
  const dialog = editor.getByRole('dialog');

  await test.step('an editor finds it, and answers it', async () => {
    await expect(rows).toContainText(['/tender-services']);
    await editor.setViewportSize({ width: 1024, height: 768 });
    await expect(rows.first()).toBeInViewport({ ratio: 1 });
    await editor.getByRole('button', { name: `Enquiry from ${name}` }).click();
    await expect(dialog).toContainText(answers.Message);
    await dialog.getByLabel('Status').selectOption('answered');
    await dialog.getByLabel('Note for colleagues').fill('Called, sends papers');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await expect(rows).toContainText(['Answered']);
  });

  await test.step('and erases it', async () => {
    await editor.getByRole('button', { name: `Enquiry from ${name}` }).click();
    await dialog.getByRole('button', { name: 'Erase now' }).click();
    await dialog.getByRole('button', { name: 'Yes, erase permanently' }).click();
    await expect(dialog).toBeHidden();
    await expect(editor.getByText('No enquiries are stored.')).toBeVisible();
  });
});
