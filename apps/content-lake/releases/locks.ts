import { isVersion } from '../store/document.ts';
import type { Staging } from '../store/staging.ts';
import type { DocumentChange } from '../store/transaction.ts';
import { asRelease, refusedRelease, releaseDocumentId } from './release.ts';

/**
 * Refuses what would change a document of a release that is scheduled, published or archived: what was agreed on is
 * what goes out. Versions of a release that has no document of its own are free.
 */
export function refuseLockedVersions(changes: DocumentChange[], staging: Staging) {
  for (const { id, after } of changes) {
    // A release that ends takes its versions away itself.
    if (!isVersion(id) || !after) continue;
    const releaseId = id.split('.')[1] ?? '';
    const release = asRelease(staging.get(releaseDocumentId(releaseId)));
    if (release && release.state !== 'active')
      throw refusedRelease(
        id,
        `The release "${releaseId}" is ${release.state}, so its documents cannot be changed`,
        0,
      );
  }
}
