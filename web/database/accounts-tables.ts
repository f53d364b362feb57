import type { Generated, Selectable } from 'kysely';

/** Tables of migrations after the first two, which have their SQL there. Amounts are whole paise. */
export type AccountsTables = {
  /** What the accountant calls the ledgers of vouchers, where the owner has said so. */
  ledger_names: { ledger: string; name: string };
  /** Lines of the bank's statements, deposits positive. Their id is a digest of what they say. */
  bank_lines: {
    id: string;
    /** As the bank has it, `2026-03-31`. */
    day: string;
    text: string;
    reference: string;
    amount: number;
    /** The settlement that it is. */
    settlement_id: Generated<string | null>;
    /** What staff say that it is, if of no settlement. */
    note: Generated<string | null>;
    imported_at: string;
  };
  /** Which days of the account are known. */
  bank_imports: {
    from_day: string;
    to_day: string;
    lines: number;
    added: number;
    imported_at: string;
    imported_by: string;
  };
  /** The columns that were chosen for statements with this row of titles, as JSON. */
  bank_columns: { header: string; columns: string; chosen_by: string };
};

export type BankLine = Selectable<AccountsTables['bank_lines']>;
