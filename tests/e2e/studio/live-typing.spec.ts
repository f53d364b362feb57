import { editPath } from '#schemas/paths.ts';
import { countRenders } from '../../support/react-renders.ts';
import { timeouts } from '../../support/timeouts.ts';
import { expect, test, visit } from './studio.ts';

const tagline = 'footer p.text-saffron-text';

test('shows each keystroke in the preview before it is saved, as text, and to nobody else', async ({
  page,
  context,
  content,
}) => {
  const stored = await content.getDocument('siteSettings');
  const published = await context.newPage();
  await published.goto('/api/draft-mode/disable');
  const preview = page.frameLocator('iframe').first();
  const field = page.getByTestId('field-tagline').locator('input, textarea').first();
  await visit(page, '/studio/presentation/siteSettings/siteSettings?preview=/about');
  await expect(preview.locator(tagline)).toHaveText(String(stored?.tagline));

  await expect(preview.locator('sanity-visual-editing'), 'scripts run in the preview').toBeAttached();
  // Nothing that is typed from here on arrives at the content API, nor is it refused, which the form would undo.
  await page.route(/\/data\/(actions|mutate)\//, () => {});
  await field.fill('Typed & <b>never</b> stored by {agency}');
  await expect(preview.locator(tagline)).toHaveText('Typed & <b>never</b> stored by Agency Name');
  expect(await content.getDocument('drafts.siteSettings')).toBeUndefined();
  await expect(published.locator(tagline)).toHaveText(String(stored?.tagline));
  await expect(preview.locator(tagline), 'what is stored stands in the end').toHaveText(
    String(stored?.tagline),
  );
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await published.close();
});

test('shows the first letters after a headline was cleared, and stored as empty', async ({
  page,
  content,
}) => {
  const path = encodeURIComponent('sections[_key=="hero"].heading');
  await visit(page, `/studio/presentation/page/page-home/${path}?preview=/`);
  const heading = page.locator('[data-testid^="field-"][data-testid$=".heading"] textarea').first();
  const preview = page.frameLocator('iframe').first();
  const shown = preview
    .locator('[data-sanity*="id=page-home;"][data-sanity*="path=sections:hero.heading;"]')
    .first();
  await expect(preview.locator('sanity-visual-editing')).toBeAttached();
  const frame = await (await page.locator('iframe').first().elementHandle())?.contentFrame();
  const stored = '*[_id == "drafts.page-home"][0].sections[_key == "hero"][0].heading';
  // The preview waits three seconds for the first letter, so a slow machine may need several attempts.
  await expect(async () => {
    await page.unrouteAll({ behavior: 'ignoreErrors' });
    await heading.fill('A headline');
    await expect.poll(() => content.fetch(stored)).toBe('A headline');
    await expect(shown).toHaveText('A headline');
    const nextChange = frame?.evaluate(
      () =>
        new Promise<void>((resolve) => {
          new EventSource('/api/draft-mode/events').addEventListener('change', () => resolve());
        }),
    );
    await heading.press('ControlOrMeta+A');
    await heading.press('Backspace');
    await expect(shown).toBeEmpty({ timeout: timeouts.attempt });
    await expect.poll(() => content.fetch(stored), { intervals: [50] }).toBeNull();
    await nextChange;
    // No letter arrives at the content API, so only the Studio can show it.
    await page.route(/\/data\/(actions|mutate)\//, () => {});
    await heading.pressSequentially('Plain words', { delay: 90 });
    await expect(shown).toHaveText('Plain words', { timeout: timeouts.attempt });
  }).toPass();
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});

test('renders little of the form before it shows a keystroke', async ({ context, content }) => {
  const page = await context.newPage();
  const { readCounts, untilIdle } = await countRenders(page);
  await page.goto(`/studio${editPath('page-home', 'page', 'sections[_key=="hero"].heading')}`);
  const heading = page.locator('[data-testid^="field-"][data-testid$=".heading"] textarea').first();
  await expect(heading).toBeFocused();
  // On a busy machine, the rest of the form is still loading.
  await untilIdle();
  await heading.press('End');
  await heading.pressSequentially(' Now');
  await heading.press('ControlOrMeta+A');
  await heading.pressSequentially('Measured');
  await heading.press('ControlOrMeta+A');
  await heading.press('Backspace');
  await heading.pressSequentially('Plain words');
  const counts = await readCounts();
  expect(counts).toHaveLength(24);
  expect(Math.max(...counts), `components rendered: ${counts}`).toBeLessThanOrEqual(150);
  await expect(heading).toHaveValue('Plain words');
  const stored = () => content.fetch('*[_id == "drafts.page-home"][0].sections[_key == "hero"][0].heading');
  await expect.poll(stored).toBe('Plain words');
  await page.close();
});

test('shows typed text of a form, which the browser renders', async ({ page }) => {
  const preview = page.frameLocator('iframe').first();
  const label = preview.locator('[data-sanity*="path=sections:enquiry-form.nameLabel;"]').first();
  const field = page.locator('[data-testid^="field-"][data-testid$=".nameLabel"] input');
  await visit(page, '/studio/presentation?preview=/contact');
  // People point at a text and click once it is framed. A click before that does nothing.
  const frame = preview.locator('sanity-visual-editing [data-hovered]');
  await expect(async () => {
    await page.mouse.move(0, 0);
    await label.hover({ timeout: timeouts.attempt });
    await expect(frame).not.toHaveCount(0, { timeout: timeouts.attempt });
  }).toPass();
  await label.click();
  await expect(field).toBeFocused();
  await page.route(/\/data\/(actions|mutate)\//, () => {});
  await field.fill('What we may call you');
  await expect(label).toHaveText('What we may call you');
  await page.unrouteAll({ behavior: 'ignoreErrors' });
});
