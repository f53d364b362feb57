import { claimState } from '#schemas/claims.ts';

const labels = { sample: 'Sample', expired: 'No longer confirmed', missing: 'Not confirmed' };

/** Labels an unconfirmed claim on localhost and in previews. Public pages leave out such claims. */
export function ClaimMark({ evidence }: { evidence: unknown }) {
  const state = claimState(evidence);
  if (state === 'confirmed') return null;
  return (
    <p className="claim-mark mb-2">
      <span className="edge px-2 py-1 font-semibold text-sm">{labels[state]}</span>
    </p>
  );
}
