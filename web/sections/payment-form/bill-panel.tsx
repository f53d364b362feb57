import { TextWithFigures } from '#web/components/figures/figures.tsx';
import { dateInIndia } from '#web/contracts/india.ts';
import { formatRupees } from '#web/contracts/money.ts';
import type { BillStatus } from '#web/payments/bills/bill-texts.ts';
import { billText } from '#web/payments/bills/bill-texts.ts';
import type { CompanyDetails } from './company-payment.tsx';
import type { LinkedBill } from './use-linked-bill.ts';

const problems = {
  unknown: {
    title: 'This payment link is unknown',
    text: 'Please check that the link is complete, or contact us.',
  },
  unreachable: {
    title: 'The bill could not be loaded',
    text: 'Please check your internet connection and reload this page.',
  },
};

const styles: Partial<Record<BillStatus['state'], string>> = {
  paid: 'notice-success',
  overpaid: 'notice-error',
  disputed: 'notice-error',
  cancelled: 'notice-error',
};

const findStyle = ({ state, link }: BillStatus) => styles[state] ?? (link === 'live' ? '' : 'notice-error');

type Props = { linked: LinkedBill; company: CompanyDetails; onIgnore(): void };

/** Shows a link's payable bill, or why it cannot be paid. Renders nothing without a link or while the bill loads. */
export function BillPanel({ linked, company: { udyam, udyamNote }, onIgnore }: Props) {
  if (linked.kind === 'none' || linked.kind === 'loading') return null;
  const status = 'bill' in linked ? linked.bill : undefined;
  const { title, text } = 'bill' in linked ? billText(linked.bill) : problems[linked.kind];
  const details: [string, string | null | undefined][] = [
    ['For', status?.customer],
    ['Due on', status?.open && status.dueOn ? dateInIndia(status.dueOn) : null],
    ['Note', status?.note],
  ];
  const given = details.filter(([, detail]) => detail);
  return (
    <section
      aria-live="polite"
      className={`linked-bill notice mb-6 p-5 ${status ? findStyle(status) : 'notice-error'}`}
    >
      <h2 className="title">{title}</h2>
      <p className={`mt-1 tabular ${status?.open ? 'font-semibold text-lg' : ''}`}>
        <TextWithFigures text={text} />
      </p>
      {given.length > 0 ? (
        <dl className="mt-3 grid gap-1 text-sm">
          {given.map(([term, detail]) => (
            <div key={term} className="grid grid-cols-[4rem_1fr]">
              <dt className="text-muted">{term}</dt>
              <dd dir="auto">{detail}</dd>
            </div>
          ))}
        </dl>
      ) : null}
      {status?.invoice ? (
        <p className="mt-3">
          <a href={status.invoice} className="row-link font-semibold text-teal underline">
            Download the tax invoice (PDF)
          </a>
        </p>
      ) : null}
      {status?.open && udyam ? <p className="mt-3 text-sm">{`Udyam ${udyam}. ${udyamNote ?? ''}`}</p> : null}
      {linked.kind === 'in-progress' ? <OtherPayment {...linked.otherPayment} onIgnore={onIgnore} /> : null}
      {status?.open ? null : (
        <p className="mt-3">
          <a href="/contact" className="font-semibold text-teal underline">
            Contact us
          </a>
        </p>
      )}
    </section>
  );
}

/** Tells a customer that someone else is paying. Offers to pay anyway once the gateway says that nothing was paid. */
function OtherPayment({
  amount,
  at,
  isUnpaid,
  onIgnore,
}: NonNullable<BillStatus['underWay']> & { onIgnore(): void }) {
  const begun = `${dateInIndia(at, { timeStyle: 'short' })} IST`;
  return (
    <div className="mt-4 grid gap-3">
      <h3 className="font-semibold">Someone is paying this bill</h3>
      <p className="tabular">
        <TextWithFigures
          text={`A payment of ${formatRupees(amount)} was started on ${begun}. Please wait. This page checks automatically whether it arrives.`}
        />
      </p>
      {isUnpaid ? (
        <p>
          <span>{'Nothing has been paid so far. '}</span>
          <button type="button" className="row-link font-semibold text-teal underline" onClick={onIgnore}>
            Pay anyway
          </button>
        </p>
      ) : null}
    </div>
  );
}
