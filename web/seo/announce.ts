import type { Settings } from '#settings';
import type { Database } from '#web/database/tables.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import type { SitemapEntry } from './sitemap.ts';

/** Addresses in a request; IndexNow takes 10,000. */
const atOnce = 5000;
/** Milliseconds. */
const timeout = 20_000;

type Announcing = Pick<Settings, 'siteUrl' | 'indexNow'>;
type Page = Pick<SitemapEntry, 'url' | 'modifiedAt'>;

/**
 * Tells search engines of pages that are new, changed or gone since they were told last (indexnow.org). What they do not
 * take is told the next time. Returns how many were told.
 */
export async function announceChanges(
  db: Database,
  { siteUrl, indexNow }: Announcing,
  read: () => Promise<readonly Page[]>,
): Promise<number> {
  if (!indexNow) return 0;
  const pages = new Map((await read()).map(({ url, modifiedAt }) => [url, modifiedAt]));
  const told = await db.selectFrom('announced').selectAll().execute();
  const known = new Map(told.map(({ url, modified_at }) => [url, modified_at]));
  const changed = [...pages.keys()].filter((url) => known.get(url) !== pages.get(url));
  const others = [...known.keys()].filter((url) => !pages.has(url));
  // After a move of the site its earlier addresses are not its own to announce.
  const isOwn = (url: string) => url === siteUrl || url.startsWith(`${siteUrl}/`);
  const gone = others.filter(isOwn);
  const foreign = others.filter((url) => !isOwn(url));
  for (let at = 0; at < foreign.length; at += atOnce)
    await db
      .deleteFrom('announced')
      .where('url', 'in', foreign.slice(at, at + atOnce))
      .execute();
  const news = [...changed, ...gone];
  for (let at = 0; at < news.length; at += atOnce) {
    const urls = news.slice(at, at + atOnce);
    const status = await tell(indexNow, siteUrl, urls);
    // 202: taken, the key not looked at yet.
    if (status !== 200 && status !== 202) {
      log('warn', 'search engines did not take what was announced', { status });
      return at;
    }
    await db.transaction().execute(async (trx) => {
      await trx.deleteFrom('announced').where('url', 'in', urls).execute();
      const rows = urls.flatMap((url) => {
        const modified_at = pages.get(url);
        return modified_at === undefined ? [] : [{ url, modified_at }];
      });
      if (rows.length > 0) await trx.insertInto('announced').values(rows).execute();
    });
  }
  return news.length;
}

async function tell(
  { key, api }: NonNullable<Announcing['indexNow']>,
  siteUrl: string,
  urlList: string[],
): Promise<number> {
  const body = { host: new URL(siteUrl).host, key, keyLocation: `${siteUrl}/indexnow.txt`, urlList };
  const { status } = await withTimeout(timeout, (signal) =>
    fetch(api, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal,
    }),
  );
  return status;
}
