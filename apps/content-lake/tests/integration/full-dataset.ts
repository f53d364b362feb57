import { createHash } from 'node:crypto';
import type { SanityClient } from '@sanity/client';
import sharp from 'sharp';
import { z } from 'zod';
import { creations, reference, type TestLake } from './lake.ts';

const pictureCount = 50;
const pageCount = 25;

/** One hour from now, as an ISO time. */
export const inAnHour = () => new Date(Date.now() + 60 * 60 * 1000).toISOString();

/**
 * Writes everything that a dataset can have: pictures, circular references, drafts, versions, and releases that are empty, active,
 * scheduled, published and archived.
 */
export async function makeFullDataset(client: SanityClient): Promise<void> {
  const pictures = await Promise.all(
    Array.from({ length: pictureCount }, async (_, n) => {
      const background = { r: 5 * n, g: 255 - 5 * n, b: 100 };
      const png = await sharp({ create: { width: 8 + n, height: 8, channels: 3, background } })
        .png()
        .toBuffer();
      return client.assets.upload('image', png, { filename: `picture-${n}.png`, title: `Picture ${n}` });
    }),
  );
  const film = await client.assets.upload('file', Buffer.from('a film'), { filename: 'film.mp4' });
  await client.assets.upload('file', Buffer.from('nobody refers to this'), { filename: 'notes.txt' });
  const image = (n: number, more = {}) => ({
    _type: 'image',
    asset: reference(pictures[n % pictureCount]?._id ?? ''),
    ...more,
  });
  await client.mutate([
    ...creations(
      ...Array.from({ length: pageCount }, (_, n) => ({
        _id: `page-${n}`,
        _type: 'page',
        _createdAt: '2020-02-02T02:02:02Z',
        title: `Page ${n} "सीमा" \u2028`,
        cover: image(n),
        next: reference(`page-${(n + 1) % pageCount}`),
        parts: [
          { _key: 'a', ...image(n + pageCount, { hotspot: { x: 0.1, y: 0.2, width: 0.3, height: 0.4 } }) },
          { withoutKey: true, link: reference('page-0') },
          [1, { deep: null }],
        ],
        weak: reference('not-there', { _weak: true }),
        nothing: null,
        empty: { list: [], object: {}, text: '' },
      })),
    ),
    ...creations(
      { _id: 'drafts.page-1', _type: 'page', title: 'A draft', cover: image(3), next: reference('page-2') },
      { _id: 'drafts.new', _type: 'page', title: 'Never published' },
      { _id: 'from-a-removed-type', _type: 'gone', film: { _type: 'file', asset: reference(film._id) } },
    ),
  ]);
  const version = (releaseId: string, publishedId: string, fields = {}) =>
    client.createVersion({
      releaseId,
      publishedId,
      document: { _id: `versions.${releaseId}.${publishedId}`, _type: 'page', ...fields },
    });
  for (const releaseId of ['empty', 'waiting', 'planned', 'done', 'archived'])
    await client.releases.create({ releaseId, metadata: { releaseType: 'asap', title: releaseId } });
  await version('waiting', 'page-2', { title: 'Waiting', cover: image(4), next: reference('page-3') });
  await version('waiting', 'new-by-release', { title: 'New' });
  await version('planned', 'page-3', { title: 'Planned', next: reference('page-1') });
  await client.unpublishVersion({ releaseId: 'planned', publishedId: 'page-6' });
  await version('done', 'made-by-release', { title: 'Made' });
  await version('archived', 'page-4', { title: 'Archived' });
  await client.releases.schedule({ releaseId: 'planned', publishAt: inAnHour() });
  await client.releases.publish({ releaseId: 'done' });
  await client.releases.archive({ releaseId: 'archived' });
  // A second revision, so that the creation and update times differ.
  await client.patch('page-5').set({ title: 'Changed' }).commit();
}

const storedDocument = z.looseObject({ _id: z.string(), _type: z.string() });

/** Returns all content of a lake: documents by id without `_rev`, and a digest of each asset's bytes. */
export async function stateOf(lake: TestLake) {
  const response = await lake.request('/v1/data/export/production', { as: 'administrator' });
  const lines = (await response.text()).split('\n').filter(Boolean);
  const documents = lines.map((line) => storedDocument.parse(JSON.parse(line)));
  const files = await Promise.all(
    documents
      .filter(({ path }) => typeof path === 'string')
      .map(async ({ _id, path }) => {
        const bytes = await (await lake.request(`/${path}`)).arrayBuffer();
        return [_id, createHash('sha256').update(Buffer.from(bytes)).digest('hex')] as const;
      }),
  );
  return {
    documents: Object.fromEntries(documents.map(({ _rev, url, uploadId, ...rest }) => [rest._id, rest])),
    files: Object.fromEntries(files),
  };
}
