import { bigint, column, integer, key, maybeMoment, maybeText, moment, text } from './column.ts';

const retainerId = column<string>('text not null references retainers (id)');

/** Bills that repeat every month. A migration adds these tables. Months are ISO months in India: `2026-03`. */
export const retainerTables = {
  retainers: {
    /** Idempotency key of the request that set the retainer. */
    id: key,
    customer_name: maybeText,
    customer_phone: maybeText,
    customer_email: maybeText,
    /** What the bills are for. Empty once erased. */
    note: text,
    /** Day of the month, from 1 to 31. A shorter month has its bill on its last day. */
    bill_day: integer,
    first_month: text,
    /** Null: until staff end the retainer. */
    last_month: maybeText,
    /** Days from the day on which a bill is made to its due date. */
    due_days: integer,
    /** Pattern of the bill numbers, for example `INV-{year}-{number}`. Empty: staff enter each number. */
    numbers: text,
    /** The ISO day on which staff paused the retainer. */
    paused_on: maybeText,
    ended_at: maybeMoment,
    created_at: moment,
    created_by: text,
    erased_at: maybeMoment,
  },
  /** Paise of each bill from a month on, until a later row of the retainer. */
  retainer_amounts: { retainer_id: retainerId, from_month: text, amount: bigint },
  /** Months whose bill is made, or is never made: then `bill_id` is null. A month has at most one row. */
  retainer_months: {
    ...{ retainer_id: retainerId, month: text, bill_id: maybeText },
    ...{ decided_at: moment, decided_by: text },
  },
  /** The last number that was given out of each series. */
  bill_series: {
    /** `billKey` of a pattern with the financial year filled in. */
    series: key,
    last: integer,
  },
};
