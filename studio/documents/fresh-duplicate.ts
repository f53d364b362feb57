import type { DocumentActionComponent, DuplicateDocumentActionComponent } from 'sanity';
import { today } from '#schemas/days.ts';

/** Duplicates without address and dates, which must be the copy's own. */
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
