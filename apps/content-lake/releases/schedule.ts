import type { Lake } from '../lake.ts';
import type { Dataset } from '../store/dataset.ts';
import { asRelease, releaseDocumentId } from './release.ts';

/** Publishes the releases that are due, in order. */
export async function publishDue({ writer }: Lake, dataset: Dataset) {
  const due = dataset
    .idsFrom(releaseDocumentId(''))
    .flatMap((id) => asRelease(dataset.get(id)) ?? [])
    .flatMap(({ _id: id, state, publishAt = '' }) =>
      state === 'scheduled' ? { id, at: Date.parse(publishAt) } : [],
    )
    .filter(({ at }) => at <= Date.now())
    .sort((a, b) => a.at - b.at);
  for (const { id } of due) await writer.run(dataset, { kind: 'release', id });
}
