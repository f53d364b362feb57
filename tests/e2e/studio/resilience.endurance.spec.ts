import type { Request, WebSocketRoute } from '@playwright/test';
import { expect, openDocument, test, testimonial, textField } from './studio.ts';

test('sends requests to the site only, and saves with all event streams open', async ({
  page,
  context,
  content,
  stack,
}) => {
  await content.createOrReplace(testimonial('test-streams'));
  // A browser opens six connections to a host at most, so streams of their own would stop every save.
  let streams = 0;
  const strayed: string[] = [];
  const other = await context.newPage();
  for (const one of [page, other]) {
    one.on('request', (request) => {
      const { origin, pathname, protocol } = new URL(request.url());
      if (/^http/.test(protocol) && (origin !== stack.siteUrl || /\/data\/(listen|live)\//.test(pathname)))
        strayed.push(request.url());
    });
    one.on('websocket', (socket) => {
      if (!socket.url().startsWith(`${stack.siteUrl.replace('http', 'ws')}/lake/`))
        strayed.push(socket.url());
      socket.on('framesent', ({ payload }) => {
        if (/"open":/.test(String(payload))) streams += 1;
      });
    });
  }
  for (const one of [page, other]) await one.goto('/studio/intent/edit/id=test-streams;type=testimonial/');
  await expect.poll(() => streams).toBeGreaterThanOrEqual(12);

  await textField(page, 'role').fill('Saved in spite of it');
  await expect
    .poll(() => content.getDocument('drafts.test-streams'))
    .toMatchObject({ role: 'Saved in spite of it' });
  await expect(textField(other, 'role')).toHaveValue('Saved in spite of it');
  expect(strayed).toEqual([]);
});

test('stores a letter once although the response to it was lost', async ({ page, content }) => {
  await content.createOrReplace(testimonial('test-lost-response'));
  const sockets: WebSocketRoute[] = [];
  let isConnected = true;
  await page.routeWebSocket(/\/socket\//, (socket) => {
    if (!isConnected) return void socket.close();
    socket.connectToServer();
    sockets.push(socket);
  });
  await openDocument(page, 'testimonial', 'test-lost-response');
  const quote = textField(page, 'quote');
  const stored = async () => (await content.getDocument('drafts.test-lost-response'))?.quote;
  await quote.fill('Word');
  await expect.poll(stored).toBe('Word');
  const isSave = (request: Request) => /\/data\/actions\//.test(request.url());
  await page.route(/\/data\/actions\//, async (route) => {
    isConnected = false;
    await Promise.all(sockets.map((socket) => socket.close()));
    await route.fetch();
    await route.abort('connectionreset');
    await page.unroute(/\/data\/actions\//);
  });
  const failed = page.waitForEvent('requestfailed', isSave);
  await quote.press('End');
  await quote.press('s');
  await failed;
  isConnected = true;
  await expect.poll(() => page.evaluate(() => JSON.stringify(localStorage))).not.toContain('unsaved');
  await quote.press('End');
  await quote.press('!');
  await expect.poll(stored).toBe('Words!');
  await expect(quote).toHaveValue('Words!');
});

test('loses no edits while the lake is killed and restarted', async ({ page, stack, content }) => {
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
  // The Studio locks its form once it detects the outage. Text typed until then must not be lost.
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
