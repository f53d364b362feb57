import { expect, openDocument, test, testimonial, textField } from './studio.ts';

test('saves while six event streams and more are open', async ({ page, context, content }) => {
  await content.createOrReplace(testimonial('test-streams'));
  // A browser opens six connections to a host at most, so streams that shared the API's host would stop every save.
  const open = new Set<string>();
  context.on('request', (request) => {
    if (/\/data\/(listen|live)\//.test(request.url()) && !request.redirectedFrom()) open.add(request.url());
  });
  const other = await context.newPage();
  await openDocument(page, 'testimonial', 'test-streams');
  await openDocument(other, 'testimonial', 'test-streams');
  await expect.poll(() => open.size).toBeGreaterThanOrEqual(6);

  await textField(page, 'role').fill('Saved in spite of it');
  await expect
    .poll(() => content.getDocument('drafts.test-streams'))
    .toMatchObject({ role: 'Saved in spite of it' });
  await expect(textField(other, 'role')).toHaveValue('Saved in spite of it');
});

test('loses nothing that is typed while the lake is killed and started again', async ({
  page,
  stack,
  content,
}) => {
  await content.createOrReplace(testimonial('test-crash'));
  await openDocument(page, 'testimonial', 'test-crash');
  const quote = textField(page, 'quote');
  await quote.fill('');
  await quote.pressSequentially('Before the crash, ');
  await expect
    .poll(() => content.getDocument('drafts.test-crash'))
    .toMatchObject({ quote: expect.stringContaining('Before') });

  const typing = quote.pressSequentially('while it was down, ', { delay: 10 });
  await expect(quote).toHaveValue(/while/);
  await stack.kill('lake');
  await typing;
  // The Studio locks its form once it has noticed; what the field took until then must not be lost.
  const taken = await quote.inputValue();
  expect(taken).toContain('Before the crash, while');
  await stack.start('lake');
  await expect.poll(() => content.getDocument('drafts.test-crash')).toMatchObject({ quote: taken });
  await expect(quote).toBeEditable();
  await expect(quote).toHaveValue(taken);
  await quote.press('End');
  await quote.pressSequentially('and after it.');
  await expect
    .poll(() => content.getDocument('drafts.test-crash'))
    .toMatchObject({ quote: `${taken}and after it.` });
});
