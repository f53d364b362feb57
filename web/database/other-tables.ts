import type { ApplicationState, CvType, EnquiryState, MessageState } from '#web/contracts/states.ts';
import type { VisitKind } from '#web/contracts/visit.ts';
import {
  column,
  count,
  integer,
  key,
  maybeInteger,
  maybeMoment,
  maybeText,
  moment,
  serial,
  text,
} from './column.ts';

/** Conditions that hold now (`telemetry/conditions.ts`). A migration adds this table. */
export const conditionColumns = {
  ...{ id: key, kind: text, subject: text, detail: text, began_at: moment, seen_at: moment },
  /** The machine's name; empty for what every machine sees. */
  place: text,
  /** When it has lasted long enough to notify people. */
  due_at: moment,
  notified_at: maybeMoment,
};

/** Applications for openings. A migration adds these tables. Erasing deletes the rows. */
export const applicationTables = {
  applications: {
    id: key,
    /** Digest of the opening, the form's content and the CV, so that the same content is stored only once. */
    request_key: column<string>('text not null unique'),
    /** The same digest, which the migration requires. */
    digest: text,
    opening_id: text,
    /** The opening's title at the time. */
    opening: text,
    ...{ name: text, phone: text, email: text, message: text },
    file_type: column<CvType>('text not null'),
    /** In bytes. */
    file_size: integer,
    state: column<ApplicationState>('text not null'),
    note: text,
    changed_by: maybeText,
    changed_at: maybeMoment,
    created_at: moment,
    /** When the application is erased, as announced to the applicant. */
    erase_at: moment,
  },
  /** The CVs. They have their own table, so that lists never read them. */
  application_files: { application_id: key, content: column<Uint8Array<ArrayBuffer>>('blob not null') },
};

/** Tables of the ledger's database that hold no money. */
export const otherTables = {
  /** Audit log of staff actions. */
  audit: {
    ...{ id: serial, at: moment, actor: text, act: text, subject: text, detail: maybeText },
    /** The network address of the member of staff. */
    address: maybeText,
  },
  /** E-mails, stored before they are sent, and retained as a record. */
  outbox: {
    id: serial,
    /** Prevents a second message about the same event. */
    dedupe_key: column<string>('text not null unique'),
    /** The entry that the message reports. Null for a message that staff requested. */
    entry_id: maybeInteger,
    kind: text,
    recipient: maybeText,
    order_id: maybeText,
    /** The bill that a reminder is about. */
    bill_id: maybeText,
    /** The enquiry that the message copies. Both are erased together. */
    enquiry_id: maybeText,
    /** Address for replies, if it is not the sender's. */
    reply_to: maybeText,
    subject: text,
    text: maybeText,
    state: column<MessageState>('text not null'),
    attempts: count,
    /** Time of the next attempt. During an attempt, the time from which its process counts as dead. */
    next_at: maybeMoment,
    /** Message-ID, the same in every attempt, so that mail systems drop duplicates. */
    message_id: text,
    problem: maybeText,
    created_at: moment,
    sent_at: maybeMoment,
  },
  /** Digests of e-mail addresses that have unsubscribed from reminders. */
  reminder_stops: { address: key, stopped_at: moment },
  /** Copies of enquiries, if the owner has switched them on. Erasing deletes the row. */
  enquiries: {
    id: key,
    /** Digest of the form's content and the day, so that the same content is stored only once a day. */
    digest: column<string>('text not null unique'),
    name: text,
    email: text,
    phone: text,
    company: text,
    service: text,
    message: text,
    /** Path of the page that led to the form. */
    began_on: text,
    state: column<EnquiryState>('text not null'),
    note: text,
    answered_by: maybeText,
    answered_at: maybeMoment,
    created_at: moment,
    /** When the enquiry is erased, as announced to the visitor. */
    erase_at: moment,
    /** `Source` of the visit. Null if unknown. */
    came_from: maybeText,
  },
  /** Scheduled jobs. Each runs in one process at a time. */
  jobs: {
    name: key,
    claimed_until: maybeMoment,
    ran_at: maybeMoment,
    /** End of the time span read from the gateway's lists, in seconds since 1970. */
    swept_to: maybeInteger,
    /** Result of the last run, as JSON. */
    report: maybeText,
  },
  /** Visit counts by day (Indian time), page, source and kind. No row belongs to one visitor. */
  visits: {
    day: text,
    path: text,
    /** Empty if unknown. */
    source: text,
    kind: column<VisitKind>('text not null'),
    times: integer,
  },
};
