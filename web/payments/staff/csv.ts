import { decimalFromPaise } from '../money.ts';
import type { ListedOrder } from './listing.ts';

/**
 * One cell. Spreadsheets run what begins with = + - @ (also after a tab or a line break) as a formula, and a customer
 * chooses the bill number: such text is given an apostrophe, which they show as plain text.
 */
function cell(value: string | null): string {
  const text = value ?? '';
  const safe = /^[\s]*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${safe.replaceAll('"', '""')}"`;
}

const indianTime = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Kolkata',
  dateStyle: 'short',
  timeStyle: 'medium',
});

const columns: [string, (order: ListedOrder) => string | null][] = [
  ['Bill number', (order) => order.bill_number],
  ['State', (order) => order.status],
  ['Amount (INR)', (order) => decimalFromPaise(order.amount)],
  ['Paid (INR)', (order) => decimalFromPaise(order.paid_amount)],
  ['Refunded (INR)', (order) => decimalFromPaise(order.refunded_amount)],
  ['Second payment for this bill', (order) => (order.duplicate ? 'yes' : order.settled ? 'settled' : '')],
  ['Customer', (order) => order.customer_name],
  ['Phone', (order) => order.customer_phone],
  ['Started (IST)', (order) => indianTime.format(new Date(order.created_at))],
  ['Paid (IST)', (order) => (order.paid_at ? indianTime.format(new Date(order.paid_at)) : '')],
  ['Payment ID', (order) => order.payment_id],
  ['Order ID', (order) => order.id],
];

/** The orders as CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, every cell quoted. */
export function toCsv(orders: ListedOrder[]): string {
  const rows = [
    columns.map(([title]) => cell(title)),
    ...orders.map((order) => columns.map(([, read]) => cell(read(order)))),
  ];
  return `\ufeff${rows.map((row) => row.join(',')).join('\r\n')}\r\n`;
}
