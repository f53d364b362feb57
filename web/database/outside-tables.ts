import type { VoucherKind, VoucherState } from '#web/contracts/states.ts';
import { column } from './column.ts';

/** Tables of what is settled outside the gateway, of closed months and of statements. Amounts are whole paise. */
export const outsideTables = {
  /** What staff record of a bill outside the gateway; what it is worth say its entries. */
  vouchers: {
    /** Idempotency key of the request. */
    id: column<string>(),
    bill_id: column<string>(),
    kind: column<VoucherKind>(),
    amount: column<number>(),
    /** A day in India. */
    on_day: column<string>(),
    /** UTR, number of the cheque, the receipt or the TDS certificate. */
    reference: column<string | null>(),
    /** Of TDS: the Act's section, and per cent. */
    section: column<string | null>(),
    rate: column<string | null>(),
    reason: column<string | null>(),
    /** The payment that it puts on this bill. */
    payment_id: column<string | null>(),
    state: column<VoucherState>(),
    requested_by: column<string>(),
    requester_id: column<string>(),
    decided_by: column<string | null>(),
    created_at: column<string>(),
  },
  /** Scans, in the ledger so that its backup has them. */
  voucher_files: {
    id: column<string>(),
    voucher_id: column<string>(),
    name: column<string>(),
    type: column<string>(),
    /** Base64. */
    content: column<string>(),
    added_by: column<string>(),
    added_at: column<string>(),
  },
  /** Months of the books, `2026-03`, that no entry is dated in any more. */
  closed_months: { month: column<string>(), closed_at: column<string>(), closed_by: column<string>() },
  /** Exports of closed months as they were first made: compressed, base64. */
  kept_exports: { month: column<string>(), format: column<string>(), content: column<string>() },
  /** Links to the statement of a bill's customer. */
  statement_links: {
    token: column<string>(),
    bill_id: column<string>(),
    created_by: column<string>(),
    created_at: column<string>(),
    expires_at: column<string>(),
  },
};
