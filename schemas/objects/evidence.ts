import { defineField, defineType } from 'sanity';
import { claimState } from '#schemas/claims.ts';
import { paragraph, toggle } from '#schemas/fields.ts';

const evidenceDetail = (name: string, type: 'string' | 'date', description: string, title?: string) =>
  defineField({ name, type, description, ...(title ? { title } : {}) });

/** Proof of a claim: its source, who confirmed it, and how long it is valid. */
export const evidence = defineType({
  name: 'evidence',
  title: 'Evidence',
  type: 'object',
  options: { columns: 2 },
  fields: [
    toggle(
      'isSample',
      'An invented sample',
      'On: this is an invented example that came with the site. Switch this off when you enter a real one.',
    ),
    paragraph(
      'covers',
      'Optional. What was counted, in which period, and out of how many. For example: bids submitted from April 2024 to March 2026.',
      { title: 'What is counted', required: false, rows: 2, advisedMax: 200 },
    ),
    evidenceDetail('source', 'string', 'The proof of the claim, such as an invoice, a report or an e-mail.'),
    evidenceDetail('date', 'date', 'The date of the source.', 'Date of the source'),
    evidenceDetail('confirmedBy', 'string', 'Who at the agency has checked the source.', 'Confirmed by'),
    evidenceDetail('validUntil', 'date', 'Optional. The claim expires after this day.', 'Valid until'),
  ],
});

/**
 * Defines the evidence field of a claim. `description` says what depends on the evidence. `isPublic`: the section
 * `evidenceList` shows it.
 */
export function evidenceField(description: string, { optional = false, isPublic = false } = {}) {
  return defineField({
    name: 'evidence',
    type: 'evidence',
    description: `${description} ${isPublic ? 'On the page of sources, visitors read all of it except who has checked it.' : 'Visitors do not see the evidence.'}`,
    options: { collapsible: true, collapsed: optional },
    validation: (rule) =>
      rule
        .custom((value) => {
          const isFine = /confirmed|sample/.test(claimState(value)) || (optional && !value);
          return isFine || 'Not confirmed as of today. Fill in the source, its date and who has checked it.';
        })
        .warning(),
  });
}

export const hiddenUntilConfirmed = 'The public site leaves this out until it is confirmed.';
