import type { Entry, Order, Payment } from '#web/payments/ledger/tables.ts';
import { currency, decimalFromPaise, formatRupees } from '#web/payments/money.ts';
import type { PaymentSettings } from '#web/payments/settings.ts';
import type { Message } from './contract.ts';

/** A fact of the books with what there is to say about it; without an order when it fits none. */
export type News = Pick<Entry, 'kind' | 'subject' | 'amount' | 'currency' | 'at' | 'payment_id' | 'detail'> &
  Partial<Nullable<Pick<Order, 'bill_number' | 'customer_name' | 'receipt_token'>>> &
  Partial<Nullable<Pick<Payment, 'method'>>> & { respond_by?: string | null };
type Nullable<Row> = { [Column in keyof Row]: Row[Column] | null };

/** Who writes, and from where. */
type Sender = Pick<PaymentSettings, 'siteUrl' | 'mail' | 'isTest'>;

export type Wording = Pick<Message, 'kind' | 'subject'> & { to: 'customer' | 'staff'; text: string };

const indianDay = new Intl.DateTimeFormat('en-IN', { timeZone: 'Asia/Kolkata', dateStyle: 'long' });
const dayOf = (at: string) => indianDay.format(new Date(at));
const methods: Record<string, string> = { card: 'card', upi: 'UPI', netbanking: 'net banking' };

/** The messages that a fact makes: for the customer, for staff, for both or for nobody. */
export function messagesOf(news: News, sender: Sender): Wording[] {
  const amount =
    news.currency === currency
      ? formatRupees(news.amount)
      : `${news.currency} ${decimalFromPaise(news.amount)}`;
  const bill = `bill ${news.bill_number ?? ''}`;
  const by = news.method ? ` by ${methods[news.method] ?? news.method}` : '';
  const payment = `Payment ID: ${news.payment_id ?? news.subject}`;
  const receipt = `${sender.siteUrl}/pay-online/receipt/${news.receipt_token ?? ''}`;
  const customer = (kind: 'receipt' | 'refund', subject: string, ...paragraphs: string[]): Wording => {
    const greeting = news.customer_name ? `Dear ${news.customer_name},` : 'Good day,';
    const questions = 'If something is not right, answer this e-mail.';
    return letter(sender, 'customer', kind, subject, [greeting, ...paragraphs, questions]);
  };
  const staff = (kind: Message['kind'], subject: string, ...paragraphs: string[]) =>
    letter(sender, 'staff', kind, subject, [...paragraphs, deskLine(sender)]);

  switch (news.kind) {
    case 'captured':
      return [
        customer(
          'receipt',
          `Receipt for ${bill}: ${amount}`,
          `Your payment of ${amount} for ${bill} arrived on ${dayOf(news.at)}. Thank you.`,
          `Your receipt, to print or to keep:\n${receipt}`,
          `Paid${by}. ${payment}`,
        ),
        staff(
          'money-arrived',
          `${amount} arrived for ${bill}`,
          `${news.customer_name ?? 'A customer'} paid ${amount} for ${bill}${by} on ${dayOf(news.at)}.`,
          payment,
        ),
      ];
    case 'refunded':
      return [
        customer(
          'refund',
          `Refund for ${bill}: ${amount}`,
          `We are giving back ${amount} of your payment for ${bill}. It goes to the account that you paid from; banks take five to seven working days.`,
          `The receipt shows the refund as well:\n${receipt}`,
          `Refund ID: ${news.subject}. ${payment}`,
        ),
      ];
    case 'refund-failed':
      return [
        staff(
          'refund-failed',
          `Refund failed: ${amount} for ${bill}`,
          `The refund of ${amount} for ${bill} did not go through, and the money is with you again. The customer waits for it: please agree on another way to give it back.`,
          `Refund ID: ${news.subject}. ${payment}`,
        ),
      ];
    case 'disputed':
      return [
        staff(
          'dispute',
          `Payment disputed: ${amount} for ${bill}`,
          `A customer disputes ${amount} of the payment for ${bill}. ${news.respond_by ? `Answer in the Razorpay dashboard by ${dayOf(news.respond_by)}, or the money is lost.` : 'Look at it in the Razorpay dashboard.'}`,
          `Dispute ID: ${news.subject}. ${payment}`,
        ),
      ];
    case 'dispute-lost':
      return [
        staff(
          'dispute',
          `Dispute lost: ${amount} for ${bill}`,
          `${amount} was taken back after the dispute over ${bill}.`,
          `Dispute ID: ${news.subject}. ${payment}`,
        ),
      ];
    case 'dispute-won':
      return [
        staff(
          'dispute',
          `Dispute won: ${amount} for ${bill}`,
          `The dispute over ${bill} was decided for you. ${amount} stays with you.`,
          `Dispute ID: ${news.subject}. ${payment}`,
        ),
      ];
    case 'unexplained':
      return [
        staff(
          'unexplained',
          `${amount} arrived that fits no bill`,
          `Razorpay took ${amount} that belongs to no bill of the site, or differs from it. Please find out what it is.`,
          payment,
        ),
      ];
    default:
      return [];
  }
}

/** One message for all that became known late: nobody is written to about each. */
export function summaryOf(count: number, sender: Sender): Wording {
  const facts = count === 1 ? '1 payment, refund or dispute' : `${count} payments, refunds and disputes`;
  return letter(sender, 'staff', 'summary', `${facts} entered late`, [
    `${facts} from more than a day ago reached the books only now. Customers were not written to about them; receipts can be sent from the Studio.`,
    deskLine(sender),
  ]);
}

const deskLine = ({ siteUrl }: Sender) => `All about it is in the Studio:\n${siteUrl}/studio/payments`;

function letter(
  { siteUrl, mail, isTest }: Sender,
  to: Wording['to'],
  kind: Message['kind'],
  subject: string,
  paragraphs: string[],
): Wording {
  const test = isTest ? ['This is a test: no money was moved.'] : [];
  const name = mail?.from.match(/^(.*\S)\s*</)?.[1];
  const text = [...test, ...paragraphs, [...(name ? [name] : []), siteUrl].join('\n')].join('\n\n');
  return { kind, to, subject: isTest ? `[Test] ${subject}` : subject, text };
}
