import { z } from 'zod';
import { type DisputeEntity, type disputeEntity, evidence, nowInSeconds } from './entities.ts';
import { badRequest } from './errors.ts';
import type { Sandbox } from './sandbox.ts';
import { emit } from './webhooks.ts';

export const contestBody = evidence
  .partial()
  .extend({ action: z.enum(['draft', 'submit']).default('draft') });

type NewDispute = z.input<typeof disputeEntity>;

export const isOpen = ({ status }: DisputeEntity) => status === 'open' || status === 'under_review';

function saveAndEmit(sandbox: Sandbox, dispute: DisputeEntity, event: string): DisputeEntity {
  const payment = sandbox.store.payments.find(dispute.payment_id);
  emit(sandbox, `payment.dispute.${event}`, { payment, dispute });
  return sandbox.store.disputes.put(dispute);
}

export function openDispute(
  sandbox: Sandbox,
  { amount, ...wanted }: Omit<NewDispute, 'amount'> & { amount?: number | undefined },
): DisputeEntity {
  const payment = sandbox.store.payments.find(wanted.payment_id);
  if (!payment.captured) throw badRequest('Only a captured payment can be disputed');
  if (amount && amount > payment.amount) throw badRequest('A dispute cannot be greater than its payment');
  const opened = sandbox.store.disputes.add({ ...wanted, amount: amount ?? payment.amount });
  return saveAndEmit(sandbox, opened, 'created');
}

/** The bank's decision; it can reopen a dispute in a later phase, and move its deadline. */
export function decideDispute(
  sandbox: Sandbox,
  id: string,
  decision: Pick<DisputeEntity, 'status'> & Partial<Pick<DisputeEntity, 'phase' | 'respond_by'>>,
): DisputeEntity {
  const given = sandbox.store.disputes.find(id);
  const { status } = decision;
  const deducted: Partial<Record<typeof status, number>> = { lost: given.amount, won: 0 };
  const amount_deducted = deducted[status] ?? given.amount_deducted;
  const event = status === 'open' ? 'action_required' : status;
  return saveAndEmit(sandbox, { ...given, ...decision, amount_deducted }, event);
}

/** Throws unless the shop can still answer. */
function requireOpen({ store }: Sandbox, id: string): DisputeEntity {
  const given = store.disputes.find(id);
  if (given.status !== 'open') throw notAllowedIn(given);
  if (given.respond_by < nowInSeconds())
    throw badRequest('Action not allowed as deadline to respond has elapsed.');
  return given;
}

export function acceptDispute(sandbox: Sandbox, id: string): DisputeEntity {
  return decideDispute(sandbox, requireOpen(sandbox, id).id, { status: 'lost' });
}

export function contestDispute(
  sandbox: Sandbox,
  id: string,
  { action, ...change }: z.infer<typeof contestBody>,
): DisputeEntity {
  const given = requireOpen(sandbox, id);
  if ((change.amount ?? 0) > given.amount)
    throw badRequest('contest amount cannot be greater than dispute amount.', { field: 'amount' });
  const proof = { ...given.evidence, ...change };
  if (action === 'draft') return sandbox.store.disputes.put({ ...given, evidence: proof });
  if (!/"doc_[A-Za-z0-9]{14}"/.test(JSON.stringify(proof)))
    throw badRequest('At least one evidence document must be provided to contest a dispute.');
  const submitted = { amount: proof.amount ?? given.amount, submitted_at: nowInSeconds() };
  const answered = { ...given, status: 'under_review', evidence: { ...proof, ...submitted } } as const;
  return saveAndEmit(sandbox, answered, 'under_review');
}

function notAllowedIn({ status }: DisputeEntity) {
  return badRequest(`Action not allowed when dispute is in ${status} status.`);
}
