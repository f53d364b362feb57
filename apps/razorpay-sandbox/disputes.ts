import { z } from 'zod';
import { type DisputeEntity, type disputeEntity, evidenceSchema, nowInSeconds } from './entities.ts';
import { badRequest } from './errors.ts';
import type { Sandbox } from './sandbox.ts';
import { emit } from './webhooks.ts';

export const contestBody = evidenceSchema
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
  { amount, ...body }: Omit<NewDispute, 'amount'> & { amount?: number | undefined },
): DisputeEntity {
  const payment = sandbox.store.payments.find(body.payment_id);
  if (!payment.captured) throw badRequest('Only a captured payment can be disputed');
  if (amount && amount > payment.amount) throw badRequest('A dispute cannot be greater than its payment');
  const opened = sandbox.store.disputes.add({ ...body, amount: amount ?? payment.amount });
  return saveAndEmit(sandbox, opened, 'created');
}

/** Applies the bank's decision, which may also reopen a dispute in a later phase or move its deadline. */
export function decideDispute(
  sandbox: Sandbox,
  id: string,
  decision: Pick<DisputeEntity, 'status'> & Partial<Pick<DisputeEntity, 'phase' | 'respond_by'>>,
): DisputeEntity {
  const dispute = sandbox.store.disputes.find(id);
  const { status } = decision;
  const deducted: Partial<Record<typeof status, number>> = { lost: dispute.amount, won: 0 };
  const amount_deducted = deducted[status] ?? dispute.amount_deducted;
  const event = status === 'open' ? 'action_required' : status;
  return saveAndEmit(sandbox, { ...dispute, ...decision, amount_deducted }, event);
}

/** Finds a dispute. Throws unless the shop can still respond to it. */
function requireOpen({ store }: Sandbox, id: string): DisputeEntity {
  const dispute = store.disputes.find(id);
  if (dispute.status !== 'open') throw notAllowedIn(dispute);
  if (dispute.respond_by < nowInSeconds())
    throw badRequest('Action not allowed as deadline to respond has elapsed.');
  return dispute;
}

export function acceptDispute(sandbox: Sandbox, id: string): DisputeEntity {
  return decideDispute(sandbox, requireOpen(sandbox, id).id, { status: 'lost' });
}

export function contestDispute(
  sandbox: Sandbox,
  id: string,
  { action, ...change }: z.infer<typeof contestBody>,
): DisputeEntity {
  const dispute = requireOpen(sandbox, id);
  if ((change.amount ?? 0) > dispute.amount)
    throw badRequest('contest amount cannot be greater than dispute amount.', { field: 'amount' });
  const evidence = { ...dispute.evidence, ...change };
  if (action === 'draft') return sandbox.store.disputes.put({ ...dispute, evidence });
  if (!/"doc_[A-Za-z0-9]{14}"/.test(JSON.stringify(evidence)))
    throw badRequest('At least one evidence document must be provided to contest a dispute.');
  const submitted = { amount: evidence.amount ?? dispute.amount, submitted_at: nowInSeconds() };
  const contested = { ...dispute, status: 'under_review', evidence: { ...evidence, ...submitted } } as const;
  return saveAndEmit(sandbox, contested, 'under_review');
}

function notAllowedIn({ status }: DisputeEntity) {
  return badRequest(`Action not allowed when dispute is in ${status} status.`);
}
