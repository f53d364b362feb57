import type { DocumentActionComponent, DuplicateDocumentActionComponent } from 'sanity';
import { today } from '#schemas/days.ts';

/** Wraps the Duplicate action: the copy gets no address, no closing date, and today as its date. */
export function freshDuplicate(duplicate: DuplicateDocumentActionComponent): DocumentActionComponent {
  const action: DocumentActionComponent = (props) =>
    duplicate({
      ...props,
      mapDocument: ({ slug, validThrough, datePosted, publishedAt, ...document }) => ({
        ...document,
        ...(datePosted ? { datePosted: today() } : {}),
        ...(publishedAt ? { publishedAt: today() } : {}),
      }),
    });
  action.action = duplicate.action;
  return action;
}
