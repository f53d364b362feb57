import { useEffect, useRef } from 'react';
import { getPublishedId, getVersionFromId, type ObjectInputProps, useDocumentStore } from 'sanity';
import { withItemRestored } from '#studio/content/differences.ts';
import type { UnsavedFields } from './merge-unsaved.ts';

/** Offers an author the edits that were not saved, with the reason. */
export type OfferEdits = (edits: UnsavedFields, why: string) => void;

/** Offers a list item for restoring if somebody else removes it while it is open here. */
export function useRemovedItems(props: ObjectInputProps, id: string, offer: OfferEdits): void {
  const { value, focusPath, schemaType } = props;
  const { pair } = useDocumentStore();
  const latest = useRef({ value, focusPath, offer });
  useEffect(() => {
    latest.current = { value, focusPath, offer };
  });
  useEffect(() => {
    const events = pair.documentEvents(getPublishedId(id), schemaType.name, getVersionFromId(id));
    const subscription = events.subscribe((event) => {
      const isByOthers = event.type === 'rebase' || (event.type === 'mutation' && event.origin === 'remote');
      if (!isByOthers || !event.document || event.version === 'published') return;
      const { value: before, focusPath: focused, offer: offerNow } = latest.current;
      const [name, ...path] = focused;
      if (typeof name !== 'string') return;
      const now = event.document[name];
      const restored = withItemRestored(before?.[name], now, path);
      if (restored)
        offerNow(
          { fields: { [name]: restored }, base: { [name]: now } },
          'Somebody removed this item while you were editing it.',
        );
    });
    return () => subscription.unsubscribe();
  }, [pair, id, schemaType.name]);
}
