import type { Settings } from '#settings';
import { second } from '#web/contracts/durations.ts';
import type { Database } from '#web/database/tables.ts';
import { withTimeout } from '#web/http/with-timeout.ts';
import { log } from '#web/log.ts';
import type { SitemapEntry } from './sitemap.ts';

/** URLs per request; IndexNow accepts up to 10,000. */
const batchSize = 5000;
/** Milliseconds. */
const timeout = 20 * second;

type AnnounceSettings = Pick<Settings, 'siteUrl' | 'indexNow'>;
type Page = Pick<SitemapEntry, 'url' | 'modifiedAt'>;

/**
 * Submits new, changed and removed pages to search engines (indexnow.org) and returns how many URLs it submitted. Rejected
 * URLs are submitted again at the next run.
 */
export async function announceChanges(
  db: Database,
  { siteUrl, indexNow }: AnnounceSettings,
  read: () => Promise<readonly Page[]>,
): Promise<number> {
  if (!indexNow) return 0;
  const pages = new Map((await read()).map(({ url, modifiedAt }) => [url, modifiedAt]));
  const announced = await db.selectFrom('announced').selectAll().execute();
  const known = new Map(announced.map(({ url, modified_at }) => [url, modified_at]));
  const changed = [...pages.keys()].filter((url) => known.get(url) !== pages.get(url));
  const others = [...known.keys()].filter((url) => !pages.has(url));
  // After a move to another domain, URLs of the old domain cannot be submitted.
  const isOwn = (url: string) => url === siteUrl || url.startsWith(`${siteUrl}/`);
  const gone = others.filter(isOwn);
  const foreign = others.filter((url) => !isOwn(url));
  for (let at = 0; at < foreign.length; at += batchSize)
    await db
      .deleteFrom('announced')
      .where('url', 'in', foreign.slice(at, at + batchSize))
      .execute();
  const pending = [...changed, ...gone];
  for (let at = 0; at < pending.length; at += batchSize) {
    const urls = pending.slice(at, at + batchSize);
    const status = await submitUrls(indexNow, siteUrl, urls);
    // 202: the search engine accepted the URLs, but has not verified the key yet.
    if (status !== 200 && status !== 202) {
      log('warn', 'IndexNow rejected the submitted URLs', { status });
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
  return pending.length;
}

async function submitUrls(
  { key, api }: NonNullable<AnnounceSettings['indexNow']>,
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
