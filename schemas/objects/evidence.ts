import { defineField, defineType } from 'sanity';
import { claimState } from '#schemas/claims.ts';
import { toggle } from '#schemas/fields.ts';

/** Without a title, Sanity makes it from the name. */
const evidenceDetail = (name: string, type: 'string' | 'date', description: string, title?: string) =>
  defineField({ name, type, description, ...(title ? { title } : {}) });

/** A claim's source, and who vouches for it until when. */
export const evidence = defineType({
  name: 'evidence',
  title: 'Evidence',
  type: 'object',
  options: { columns: 2 },
  fields: [
    toggle('isSample', 'An invented sample', 'Delivered with the site to show where the real one goes.'),
    evidenceDetail(
      'source',
      'string',
      'Where it can be looked up: an invoice, a report, an e-mail of the client.',
    ),
    evidenceDetail('date', 'date', 'The day that the source is from.', 'Counted or said on'),
    evidenceDetail('confirmedBy', 'string', 'Who of the agency has looked at the source.'),
    evidenceDetail(
      'validUntil',
      'date',
      'Optional. After this day it counts as not confirmed.',
      'Holds until',
    ),
  ],
});

/** The description says what depends on the evidence. */
export function evidenceField(description: string, { optional = false } = {}) {
  return defineField({
    name: 'evidence',
    type: 'evidence',
    description: `${description} Visitors never see it.`,
    options: { collapsible: true, collapsed: optional },
    validation: (rule) =>
      rule
        .custom((value) => {
          const isFine = /confirmed|sample/.test(claimState(value)) || (optional && !value);
          return isFine || 'Not confirmed as of today: fill in the source, its day and who has looked at it.';
        })
        .warning(),
  });
}

export const hiddenUntilConfirmed = 'Left out of the public site until it is confirmed.';
