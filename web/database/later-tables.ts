import type { ManualEntryKind } from '#web/contracts/manual-entries.ts';
import type { ManualEntryState } from '#web/contracts/states.ts';
import type { VisitKind } from '#web/contracts/visit.ts';

/** Tables of migrations after the first two, which have their SQL there. Amounts are whole paise. */
export type LaterTables = {
  /** Payments that the checkout reported with a valid signature, stored before the gateway is asked. */
  reports: { payment_id: string; order_id: string; reported_at: string };
  /** What staff record of a bill outside the gateway; what it is worth say its entries. */
  vouchers: {
    /** Idempotency key of the request. */
    id: string;
    bill_id: string;
    kind: ManualEntryKind;
    amount: number;
    /** A day in India. */
    on_day: string;
    /** UTR, number of the cheque, the receipt or the TDS certificate. */
    reference: string | null;
    /** Of TDS: the Act's section, and per cent. */
    section: string | null;
    rate: string | null;
    reason: string | null;
    /** The payment that it puts on this bill. */
    payment_id: string | null;
    state: ManualEntryState;
    requested_by: string;
    requester_id: string;
    decided_by: string | null;
    created_at: string;
  };
  /** Scans, in the ledger so that its backup has them. */
  voucher_files: {
    id: string;
    voucher_id: string;
    name: string;
    type: string;
    /** Base64. */
    content: string;
    added_by: string;
    added_at: string;
  };
  /** Months of the books, `2026-03`, that no entry is dated in any more. */
  closed_months: { month: string; closed_at: string; closed_by: string };
  /** Exports of closed months as they were first made: compressed, base64. */
  kept_exports: { month: string; format: string; content: string };
  /** Links to the statement of a bill's customer. */
  statement_links: {
    token: string;
    bill_id: string;
    created_by: string;
    created_at: string;
    expires_at: string;
  };
  /** Parts of what is open of bills, while orders for them are made at the gateway. */
  reservations: { id: string; bill_id: string; amount: number; made_at: string };
  /** What the accountant calls the ledgers of vouchers, where the owner has said so. */
  ledger_names: { ledger: string; name: string };
  /** Lines of bank statements that earlier releases imported. Only the erasure of personal data touches them. */
  bank_lines: {
    id: string;
    /** An ISO day, `2026-03-31`. */
    day: string;
    text: string;
    reference: string;
    amount: number;
    note: string | null;
    imported_at: string;
  };
  /** E-mail addresses, as digests, that want no reminders. */
  reminder_stops: { address: string; stopped_at: string };
  /** Sums of visits by day in India, page, source and kind of device: no row is of one visitor. */
  visits: {
    day: string;
    path: string;
    /** Empty where nobody said it. */
    source: string;
    device: string;
    kind: VisitKind;
    times: number;
  };
  /** Pages as search engines were told of them. */
  announced: { url: string; modified_at: string };
};
