import { decimalFromPaise } from '#web/payments/money.ts';
import type { ListedOrder } from './listing.ts';

/**
 * One cell. Customers choose the bill number, and spreadsheets run text that begins with = + - @ (also in full width, or
 * after a tab or line break) as a formula: an apostrophe makes it plain text. The same after a semicolon, which ends a
 * cell in some countries.
 */
function cell(value: string | null): string {
  const text = value ?? '';
  const safe = text.replace(/(^|;)(?=\s*[=+\-@\t\r\n＝＋－＠])/g, "$1'");
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

const line = (cells: string[]) => `${cells.join(',')}\r\n`;

/** The first line of CSV for spreadsheets: UTF-8 with a byte order mark, CRLF, every cell quoted. */
export function csvTitles(): string {
  return `\ufeff${line(columns.map(([title]) => cell(title)))}`;
}

/** A line for each order. */
export function csvLines(orders: ListedOrder[]): string {
  return orders.map((order) => line(columns.map(([, read]) => cell(read(order))))).join('');
}
