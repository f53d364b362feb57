import { type ClaimState, claimState } from '#schemas/claims.ts';

const labels: Record<ClaimState, string | null> = {
  confirmed: null,
  sample: 'Sample',
  expired: 'No longer confirmed',
  missing: 'Not confirmed',
};

/** Says of a claim that nobody has confirmed it; seen on a local address and in previews, the only places that show one. */
export function ClaimMark({ evidence }: { evidence: unknown }) {
  const label = labels[claimState(evidence)];
  return label ? (
    <p className="claim-mark mb-2">
      <span className="edge px-2 py-1 font-semibold text-sm">{label}</span>
    </p>
  ) : null;
}
