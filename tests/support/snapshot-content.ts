import type { SanityClient, SanityDocument } from '@sanity/client';

const contents = '*[!(_type match "system.*")]';

/** Takes a snapshot of a dataset's documents. Returns a function that restores them. */
export async function snapshotContent(content: SanityClient): Promise<() => Promise<void>> {
  const found = await content.fetch<SanityDocument[]>(contents);
  const revisions = new Map(found.map(({ _id, _rev }) => [_id, _rev]));
  return async () => {
    await endReleases(content);
    const left = await content.fetch<{ _id: string; _rev: string }[]>(`${contents}{_id, _rev}`);
    const now = new Map(left.map(({ _id, _rev }) => [_id, _rev]));
    const changed = found.filter(({ _id }) => now.get(_id) !== revisions.get(_id));
    const added = left.filter(({ _id }) => !revisions.has(_id));
    if (changed.length + added.length === 0) return;
    const transaction = content.transaction();
    for (const document of changed) transaction.createOrReplace(document);
    for (const { _id } of added) transaction.delete(_id);
    const { transactionId } = await transaction.commit();
    for (const { _id } of changed) revisions.set(_id, transactionId);
  };
}

async function endReleases(content: SanityClient): Promise<void> {
  const releases = await content.fetch<{ name: string; state: string }[]>(
    '*[_type == "system.release"]{name, state}',
  );
  for (const { name: releaseId, state } of releases) {
    if (state === 'scheduled') await content.releases.unschedule({ releaseId });
    if (state === 'scheduled' || state === 'active') await content.releases.archive({ releaseId });
    await content.releases.delete({ releaseId });
  }
}
