import pLimit from 'p-limit';
import { findReason, reportCheck } from '#telemetry/report-check.ts';

/** Milliseconds for a request. A page that nobody has visited yet has to be rendered. */
const timeout = 30_000;

/** Follows every link within the published site, and names those that lead nowhere, with the first page that has them. */
export async function checkLinks(selfUrl: string): Promise<void> {
  await followLinks(selfUrl).catch((error: unknown) =>
    reportCheck(
      'warn',
      'Links',
      `The links could not be checked: ${findReason(error)}. Run the doctor again.`,
    ),
  );
}

async function followLinks(selfUrl: string) {
  const read = (path: string) => fetch(selfUrl + path, { signal: AbortSignal.timeout(timeout) });
  const limit = pLimit(4);
  const sitemap = await (await read('/sitemap.xml')).text();
  const pages = [...sitemap.matchAll(/<loc>([^<]+)/g)].map(([, address = '']) => new URL(address).pathname);
  const links = new Map<string, string>();
  await limit.map(pages, async (page) => {
    const html = await (await read(page)).text();
    for (const [, href = ''] of html.matchAll(/<a\b[^>]*?\shref="(\/[^"#]*)/g))
      if (!links.has(href)) links.set(href, page);
  });
  const states = await limit.map(links, async ([href, page]) => {
    // A loop of redirects has no response.
    const status = await read(href.replaceAll('&amp;', '&')).then(
      (response) => response.status,
      () => 0,
    );
    return { href, page, isDead: status === 0 || status === 404 || status === 410 };
  });
  const dead = states.filter(({ isDead }) => isDead);
  for (const { href, page } of dead)
    reportCheck('warn', 'Links', `${page} links to ${href}, which leads nowhere. Correct it in the Studio.`);
  if (dead.length === 0) reportCheck('ok', 'Links', `${links.size} links within the site lead to a page.`);
}
