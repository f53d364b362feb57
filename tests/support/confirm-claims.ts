import type { SanityClient } from '@sanity/client';
import { claimsQuery, findClaims } from '#schemas/claims.ts';

/** The confirmation of a claim. */
export const evidence = {
  _type: 'evidence',
  isSample: false,
  covers: 'Campaigns of two years',
  source: 'Ledger of the year',
  date: '2026-01-31',
  confirmedBy: 'Asha Rao',
  validUntil: '2099-12-31',
};

export const claimKinds = [
  'Figure',
  'Promise',
  'Person',
  'Price',
  'Testimonial',
  'Success story',
  'Case study',
  'Bank account',
  'Text',
];

/** Confirms the claims of the seed, as an owner does before the launch. */
export const confirmClaims = (client: SanityClient) => setClaims(client, claimKinds, {});

/** Confirms the claims of these kinds, makes all others samples, and changes the settings, in one transaction. */
export async function setClaims(client: SanityClient, kinds: readonly string[], settings: object) {
  const transaction = client.transaction().patch('siteSettings', (patch) => patch.set({ ...settings }));
  for (const { id, path, kind } of findClaims(await client.fetch<unknown[]>(claimsQuery)))
    transaction.patch(id, (patch) =>
      patch.set({ [path]: kinds.includes(kind) ? evidence : { _type: 'evidence', isSample: true } }),
    );
  await transaction.commit();
}
