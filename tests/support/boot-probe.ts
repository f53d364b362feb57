import { chromium } from '@playwright/test';
import { startStack } from './stack.ts';
import { cpu } from './cpu-probe.ts';
import { chromiumArgs, ensureChromium } from './chromium.ts';
const stack = await startStack({ parts: ['lake', 'site'] });
for (const extra of process.env.ARGS!.split(';')) {
const browser = await chromium.launch({ executablePath: ensureChromium(), args: [...chromiumArgs, ...extra.split('|').filter(Boolean)] });
const context = await browser.newContext({ baseURL: stack.siteUrl, viewport: { width: 1500, height: 1000 }, reducedMotion: 'reduce' });
let page = await context.newPage();
const t0 = cpu();
await page.goto('/studio');
await page.getByRole('button', { name: 'Administrator' }).click();
await page.getByTestId('studio-navbar').waitFor();
const nav = async (to: string) => { await page.evaluate((to) => { history.pushState(null, '', to); dispatchEvent(new PopStateEvent('popstate', { state: null })); }, to); };
const ids = ['page-home', 'page-about', 'page-contact', 'page-careers'];
const res: string[] = [];
const t1 = cpu();
for (let i = 0; i < 12; i++) { const a = cpu(); await nav('/studio/handbook'); await page.getByRole('searchbox', { name: 'Find a page by its title' }).waitFor(); await nav(`/studio/intent/edit/id=${ids[i % 4]};type=page/`); await page.getByTestId('form-view').waitFor(); await page.waitForTimeout(1200); res.push((cpu() - a).toFixed(2)); }
console.log(extra, 'boot', (t1 - t0).toFixed(2), 'total', (cpu() - t1).toFixed(2), res.join(' '));
await browser.close();
}
await stack.stop();
