import { BufferedDocument } from '@sanity/mutator';
import { Subject } from 'rxjs';
import { propertyOf } from '#schemas/property.ts';

/** This tab's edited document (id without `drafts.`) and the HTTP status of its final refusal. */
export const refusals = new Subject<{ id: string; edited: Record<string, unknown>; status: unknown }>();

const { performCommits } = BufferedDocument.prototype;
const telling = new WeakSet<object>();

/** The Studio drops refused edits silently; this reports them before the form reverts. */
export function tellOfRefusedEdits(): void {
  BufferedDocument.prototype.performCommits = function () {
    const commit = this.commitHandler;
    if (commit && !telling.has(commit)) {
      this.commitHandler = (request) => {
        const cancel = (error: Error) => {
          const { LOCAL: edited } = this;
          const status = propertyOf(error, 'statusCode');
          if (edited) refusals.next({ id: edited._id.replace(/^drafts\./, ''), edited, status });
          // Otherwise text typed meanwhile would stay in the form and never be stored.
          this.buffer.purge();
          request.cancel(error);
        };
        commit({ ...request, cancel });
      };
      telling.add(this.commitHandler);
    }
    performCommits.call(this);
  };
}

export function reasonOf(status: unknown): string {
  switch (status) {
    case 401:
    case 403:
      return 'You may not change this document any more. Copy it, then reload the page.';
    case 404:
    case 409:
      return 'Somebody has deleted or replaced the document meanwhile.';
    case 413:
      return 'It is more than can be stored at once. Put it in again in smaller parts.';
    default:
      return 'The content store did not take it.';
  }
}
