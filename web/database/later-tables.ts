import type { ManualEntryKind } from '#web/contracts/manual-entries.ts';
import type { ManualEntryState } from '#web/contracts/states.ts';
import type { VisitKind } from '#web/contracts/visit.ts';

/** Tables added after the first two migrations. Their SQL is in the migrations. Amounts are whole paise. */
export type LaterTables = {
  /** Payments that the checkout reported with a valid signature, stored before the gateway confirms them. */
  reports: { payment_id: string; order_id: string; reported_at: string };
  /** Manual settlements of a bill: bank transfer, cheque, cash, TDS, write-off. Ledger entries hold the amounts in effect. */
  vouchers: {
    /** Idempotency key of the request. */
    id: string;
    bill_id: string;
    kind: ManualEntryKind;
    amount: number;
    /** An ISO date, in Indian time. */
    on_day: string;
    /** UTR, or the number of the cheque, receipt or TDS certificate. */
    reference: string | null;
    /** Only for TDS: the section of the Act, and the rate in per cent. */
    section: string | null;
    rate: string | null;
    reason: string | null;
    /** The payment whose money was moved to this bill. */
    payment_id: string | null;
    state: ManualEntryState;
    requested_by: string;
    requester_id: string;
    decided_by: string | null;
    created_at: string;
  };
  /** Scanned files, stored in the ledger so that the ledger's backup includes them. */
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
  /** The latest numbers that customers sent about a bill. Nobody has checked them, and they settle nothing. */
  customer_notices: { bill_id: string; kind: string; reference: string; created_at: string };
  /** Closed months, for example `2026-03`. Entries added later are never dated in a closed month. */
  closed_months: { month: string; closed_at: string; closed_by: string };
  /** Links to the statement of a bill's customer. */
  statement_links: {
    token: string;
    bill_id: string;
    created_by: string;
    created_at: string;
    expires_at: string;
  };
  /** Parts of a bill's open amount that are reserved while the gateway creates an order for them. */
  reservations: { id: string; bill_id: string; amount: number; made_at: string };
  /** Names of ledgers in the accountant's software, if the owner has entered them. */
  ledger_names: { ledger: string; name: string };
  /** Bank statement lines imported by earlier releases. Only the erasure of personal data changes them. */
  bank_lines: {
    id: string;
    /** An ISO date, `2026-03-31`. */
    day: string;
    text: string;
    reference: string;
    amount: number;
    note: string | null;
    imported_at: string;
  };
  /** Digests of e-mail addresses that have unsubscribed from reminders. */
  reminder_stops: { address: string; stopped_at: string };
  /** Visit counts by day (Indian time), page, source and kind. No row belongs to one visitor. */
  visits: {
    day: string;
    path: string;
    /** Empty if unknown. */
    source: string;
    device: string;
    kind: VisitKind;
    times: number;
  };
};
