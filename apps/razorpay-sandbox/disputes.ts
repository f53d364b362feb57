import type { z } from 'zod';
import { type DisputeEntity, noEvidence, nowInSeconds, randomId } from './entities.ts';
import { badRequest } from './errors.ts';
import type { contestBody } from './requests.ts';
import type { Store } from './store.ts';
import type { Webhooks } from './webhooks.ts';

type WantedDispute = Pick<DisputeEntity, 'phase' | 'reason_code'> &
  Partial<{ [Field in 'amount' | 'respond_by' | 'created_at']: number | undefined }>;

const week = 7 * 24 * 3600;
/** What disputes do in Razorpay, with the webhooks that follow. */
export function createDisputes(store: Store, webhooks: Webhooks) {
  function setDispute(dispute: DisputeEntity, event: string | null): DisputeEntity {
    store.disputes.set(dispute.id, { entity: dispute });
    const payment = store.payments.find(dispute.payment_id).entity;
    if (event) webhooks.emit(`payment.dispute.${event}`, { payment, dispute });
    return dispute;
  }

  function open(paymentId: string, wanted: WantedDispute): DisputeEntity {
    const payment = store.payments.find(paymentId).entity;
    if (!payment.captured) throw badRequest('Only a captured payment can be disputed');
    const amount = wanted.amount ?? payment.amount;
    if (amount > payment.amount) throw badRequest('A dispute cannot be greater than its payment');
    const created_at = wanted.created_at ?? nowInSeconds();
    const dispute: DisputeEntity = {
      id: `disp_${randomId()}`,
      entity: 'dispute',
      payment_id: payment.id,
      amount,
      currency: payment.currency,
      amount_deducted: 0,
      reason_code: wanted.reason_code,
      reason_description: null,
      respond_by: wanted.respond_by ?? created_at + week,
      status: 'open',
      phase: wanted.phase,
      evidence: noEvidence,
      created_at,
    };
    return setDispute(dispute, 'created');
  }

  /** What the bank decides. Nothing is deducted before a dispute is lost, and nothing changes after. */
  function decide(id: string, status: DisputeEntity['status']): DisputeEntity {
    const dispute = store.disputes.find(id).entity;
    if (dispute.status !== 'open' && dispute.status !== 'under_review') throw notAllowedIn(dispute);
    const amount_deducted = status === 'lost' ? dispute.amount : 0;
    return setDispute(
      { ...dispute, status, amount_deducted },
      status === 'open' ? 'action_required' : status,
    );
  }

  /** A dispute that the shop can still answer. */
  function answerable(id: string): DisputeEntity {
    const dispute = store.disputes.find(id).entity;
    if (dispute.status !== 'open') throw notAllowedIn(dispute);
    if (dispute.respond_by < nowInSeconds())
      throw badRequest('Action not allowed as deadline to respond has elapsed.');
    return dispute;
  }

  function contest(id: string, { action, ...given }: z.infer<typeof contestBody>): DisputeEntity {
    const dispute = answerable(id);
    if ((given.amount ?? 0) > dispute.amount)
      throw badRequest('contest amount cannot be greater than dispute amount.', { field: 'amount' });
    const evidence = { ...dispute.evidence, ...given };
    if (action === 'draft') return setDispute({ ...dispute, evidence }, null);
    if (!/"doc_/.test(JSON.stringify(evidence)))
      throw badRequest('At least one evidence document must be provided to contest a dispute.');
    const submitted = { amount: evidence.amount ?? dispute.amount, submitted_at: nowInSeconds() };
    return setDispute(
      { ...dispute, status: 'under_review', evidence: { ...evidence, ...submitted } },
      'under_review',
    );
  }

  return { open, decide, contest, accept: (id: string) => decide(answerable(id).id, 'lost') };
}

function notAllowedIn({ status }: DisputeEntity) {
  return badRequest(`Action not allowed when dispute is in ${status} status.`);
}
