import '../../receipt/[token]/receipt.css';
import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { PageShell } from '#web/app/page-shell.tsx';
import { Letterhead } from '#web/app/pay-online/letterhead.tsx';
import { OwnScript } from '#web/components/own-script/own-script.tsx';
import { findSite } from '#web/content/find-page.ts';
import { dateInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import { receiptScript } from '#web/inline-scripts/inline.generated.ts';
import { findStatementBill, readStatement, type StatementLine } from '#web/payments/bills/statement.ts';
import { getPayments } from '#web/payments/payments.ts';

export const dynamic = 'force-dynamic';

export const metadata: Metadata = {
  title: 'Statement of account',
  robots: { index: false, follow: false },
  // The address is the only secret, so linked sites must not see it.
  referrer: 'no-referrer',
};

const formatDay = (day: string) => dateInIndia(`${day}T12:00:00Z`, { dateStyle: 'medium' });

/** Shows what was billed to a customer and what they paid, to anyone who has the address. */
export default async function StatementPage({ params }: { params: Promise<{ token: string }> }) {
  const { db, now } = await getPayments();
  const found = await findStatementBill(db, (await params).token, now());
  if (!found?.bill.customer_phone) notFound();
  const account = await readStatement(db, found.bill.customer_phone, now());
  // If the content API is down, show no header or footer.
  const site = await findSite().catch(() => null);
  return (
    <PageShell site={site} path="/pay-online">
      <article className="frame airy">
        {site ? <Letterhead site={site} hasTaxNumbers /> : null}
        <h1 className="display text-3xl">Statement of account</h1>
        <p className="mt-3 text-lg" dir="auto">
          {found.bill.customer_name}
        </p>
        <p className="mt-2">
          As of {dateInIndia(new Date(now()).toISOString(), { dateStyle: 'long' })}.{' '}
          <strong>
            {account.balance > 0
              ? `${formatRupees(account.balance)} to pay.`
              : account.tooMuch > 0
                ? `You paid ${formatRupees(account.tooMuch)} too much. Please contact us for a refund.`
                : 'Nothing is left to pay.'}
          </strong>
          {account.cheques > 0 &&
            ` We have received cheques for ${formatRupees(account.cheques)}, which have not cleared yet.`}
        </p>
        <Lines lines={account.lines} />
        <p className="mt-8 print:hidden">
          <button type="button" data-print="" className="action">
            Print or save as PDF
          </button>
          <OwnScript text={receiptScript} />
        </p>
        <p className="mt-3 text-muted print:hidden">
          This link works until {dateInIndia(found.expiresAt, { dateStyle: 'long' })}. Anyone who has it can
          see this page.
        </p>
      </article>
    </PageShell>
  );
}

function Lines({ lines }: { lines: StatementLine[] }) {
  let balance = 0;
  return (
    <table className="statement wrap-anywhere mt-8 w-full tabular">
      <thead>
        <tr>
          {['Date', 'Description', 'Bill', 'Billed', 'Settled', 'Balance'].map((title) => (
            <th key={title} scope="col" className="text-muted">
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {lines.map(({ day, title, billNumber, amount }, index) => {
          balance += amount;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: the page is rendered once
            <tr key={index}>
              <th scope="row">{formatDay(day)}</th>
              <td>{title}</td>
              <td dir="auto">{billNumber}</td>
              <td data-title="Billed">{amount > 0 ? formatRupees(amount) : ''}</td>
              <td data-title="Settled">{amount < 0 ? formatRupees(-amount) : ''}</td>
              <td data-title="Balance">{formatRupees(balance)}</td>
            </tr>
          );
        })}
      </tbody>
    </table>
  );
}
