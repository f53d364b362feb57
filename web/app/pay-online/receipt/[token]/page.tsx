import './receipt.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PageShell } from '#web/app/page-shell.tsx';
import { formatAddress, Letterhead } from '#web/app/pay-online/letterhead.tsx';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { findSite } from '#web/content/find-page.ts';
import type { Site } from '#web/content/types.ts';
import { isAllowed } from '#web/contracts/bill-actions.ts';
import { dateInIndia } from '#web/contracts/india.ts';
import { currency, decimalFromPaise, formatRupees, rupeesInWords } from '#web/contracts/money.ts';
import { receiptOutcomes } from '#web/contracts/outcomes.ts';
import { methodNames } from '#web/contracts/states.ts';
import { receiptScript } from '#web/inline-scripts/inline.generated.ts';
import { receiptLine } from '#web/payments/bills/bill-texts.ts';
import { invoicePath } from '#web/payments/bills/invoice-files.ts';
import { maskedName, maskedPhone, paymentLinkPath, toBillStatus } from '#web/payments/bills/pay-by-link.ts';
import { type Receipt, readReceipt } from '#web/payments/checkout/receipt.ts';
import { getPayments } from '#web/payments/payments.ts';

export const dynamic = 'force-dynamic';

const testPrefix = 'TEST: ';

export async function generateMetadata(): Promise<Metadata> {
  const isTest = await getPayments().then(({ settings }) => settings.isTest);
  return {
    // Browsers use the title as the PDF's file name.
    title: `${isTest ? testPrefix : ''}Payment receipt`,
    robots: { index: false, follow: false },
    // The address is the only secret, so linked sites must not see it.
    referrer: 'no-referrer',
  };
}

const formatTime = (moment: string) => `${dateInIndia(moment, { timeStyle: 'medium' })} IST`;

/** Rows without a detail are left out. */
type Row = [term: string, detail: string | null | undefined];

function listRows({ order, payment, bill }: Receipt, isOver: boolean, isTest: boolean): Row[] {
  // Anyone with the payment link can start a payment, so mask what staff entered. After payment, show the full name.
  const isStated = bill !== undefined && bill.customer_phone === order.customer_phone;
  const surcharge = payment ? payment.amount - order.amount : 0;
  return [
    ['Bill number', order.bill_number],
    [
      'Customer',
      (isStated && !isOver ? maskedName(order.customer_name) : order.customer_name) ??
        'Erased after the retention period',
    ],
    ['Mobile number', isStated ? maskedPhone(order.customer_phone) : order.customer_phone],
    ['Amount', `${formatRupees(order.amount)} (${currency} ${decimalFromPaise(order.amount)})`],
    ['Amount in words', rupeesInWords(order.amount)],
    // The surcharge if the customer bears the gateway's fee.
    ['Convenience fee', surcharge > 0 ? formatRupees(surcharge) : null],
    ['Total charged', payment && surcharge > 0 ? formatRupees(payment.amount) : null],
    ['Bill status', bill && receiptLine(toBillStatus(bill), order.amount)],
    payment?.captured_at
      ? ['Paid on', formatTime(payment.captured_at)]
      : ['Started on', formatTime(order.created_at)],
    ['Paid by', describeMethod(payment)],
    ['Payment ID', payment?.id],
    ['Bank reference', payment?.reference],
    ['Refunded', payment?.amount_refunded ? formatRupees(payment.amount_refunded) : null],
    ['Order ID', order.id],
    ['Received through', isOver ? `Razorpay${isTest ? ' in test mode: no money was moved' : ''}` : null],
  ];
}

function describeMethod(payment: Receipt['payment']): string | undefined {
  const name = methodNames[payment?.method ?? ''] ?? payment?.method ?? '';
  const detail = payment?.method_detail ? ` (${payment.method_detail})` : '';
  return name && name.charAt(0).toUpperCase() + name.slice(1) + detail;
}

/** Shows a payment's state to anyone who has the page's address. After payment, the page is a receipt. */
export default async function ReceiptPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const payments = await getPayments();
  const receipt = await readReceipt(payments, token);
  if (!receipt) notFound();
  const { isTest } = payments.settings;
  // If the content API is down, show no header or footer.
  const site = await findSite().catch(() => null);
  return (
    <PageShell site={site} path="/pay-online">
      <ReceiptArticle {...{ receipt, token, site, isTest }} payPath={payPath(receipt)} />
    </PageShell>
  );
}

/** Returns the path of the page on which the amount due can be paid. Returns undefined if nothing is due. */
function payPath({ state, order, bill, upToDate, isPendingConfirmation }: Receipt): string | undefined {
  const mayBeDue = state === 'paid' ? bill !== undefined : state !== 'refunded';
  if (!upToDate || isPendingConfirmation || !mayBeDue) return undefined;
  if (bill) return isAllowed('pay', bill) ? paymentLinkPath(bill) : undefined;
  return `/pay-online?${new URLSearchParams({ bill: order.bill_number, amount: decimalFromPaise(order.amount) })}`;
}

/** All of a receipt is on one A4 page. */
const rowClass =
  'line-b grid gap-x-6 px-5 py-3 last:bare sm:grid-cols-[11rem_1fr] print:grid-cols-[11rem_1fr] print:px-0 print:py-[1mm]';

type ArticleProps = {
  receipt: Receipt;
  token: string;
  site: Site | null;
  isTest: boolean;
  payPath: string | undefined;
};

function ReceiptArticle({ receipt, token, site, isTest, payPath }: ArticleProps) {
  const { title, customer: text } = receiptOutcomes[receipt.state];
  const isOver = receipt.state === 'paid' || receipt.state === 'refunded';
  const rows = [...listRows(receipt, isOver, isTest), ...payeeRows(site)].filter(([, detail]) => detail);
  return (
    <article className="frame airy">
      {site ? <Letterhead site={site} /> : null}
      {isTest ? (
        <div className="max-w-measure">
          <p className="mb-6 px-5 py-3 text-center text-error [border:3px_solid_currentColor] [font-weight:700]">
            TEST PAYMENT - no money was moved
          </p>
        </div>
      ) : null}
      <h1 className="display text-3xl">
        {isTest ? <span className="text-error">{testPrefix}</span> : null}
        {title}
      </h1>
      <p role="status" className="mt-3 text-lg">
        {isTest && receipt.state === 'paid' ? 'Paid in test mode.' : text}
      </p>
      {receipt.upToDate ? null : (
        <p className="mt-3 text-error">
          We could not reach Razorpay just now, so this may be out of date. Please check again in a minute.
        </p>
      )}
      <dl className="mt-8 max-w-measure panel print:bare print:text-[10pt]/[1.35]">
        {rows.map(([term, detail]) => (
          <div key={term} className={rowClass}>
            <dt className="text-muted">{term}</dt>
            <dd className="wrap-anywhere whitespace-pre-line tabular" dir="auto">
              {detail}
            </dd>
          </div>
        ))}
      </dl>
      <p className="mt-8 flex flex-wrap gap-4 print:hidden">
        {isOver ? (
          <>
            <button type="button" data-print="" className="action">
              Print or save as PDF
            </button>
            <OwnScript text={receiptScript} />
          </>
        ) : (
          <a className="action" href={`/pay-online/receipt/${token}`}>
            Refresh
          </a>
        )}
        {receipt.bill?.invoice && receipt.order.status === 'paid' && receipt.bill.state !== 'cancelled' ? (
          <a className="action" href={invoicePath(token)}>
            Download the tax invoice (PDF)
          </a>
        ) : null}
        {payPath ? (
          <a className="action action-primary" href={payPath}>
            {isOver ? 'Pay the rest' : 'Pay this bill'}
          </a>
        ) : null}
      </p>
    </article>
  );
}

function payeeRows(site: Site | null): Row[] {
  return [
    ['Paid to', site?.legalName || site?.agencyName],
    ['Address', formatAddress(site)],
    ['GSTIN', site?.gstin],
    ['PAN', site?.pan],
    ['SAC', site?.sac],
    ['Contact', site?.email],
  ];
}
