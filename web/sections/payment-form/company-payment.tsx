import { type FormEvent, useState } from 'react';
import { TextField } from '#web/components/field/field.tsx';
import { TextWithFigures } from '#web/components/figures/figures.tsx';
import { formatRupees } from '#web/contracts/money.ts';
import { usualDeductions } from '#web/contracts/tds.ts';
import type { BillStatus } from '#web/payments/bills/bill-texts.ts';
import { loadPaying } from './use-linked-bill.ts';

/** The agency's details for customers that are companies. */
export type CompanyDetails = {
  /** Bills contain GST, from which no tax is deducted. */
  hasGst: boolean;
  udyam: string | null;
  udyamNote: string | null;
  bank: string | undefined;
};

type Props = {
  id: string;
  link: string;
  bill: BillStatus;
  company: CompanyDetails;
  /** Fills in the amount to pay online, in paise. */
  onAmount(paise: number): void;
};

/** Shows how a company pays: the amount without TDS, the bank account, and a form for the UTR and the certificate. */
export function CompanyPayment({ id, link, bill, company: { bank, hasGst }, onAmount }: Props) {
  if (bill.state === 'cancelled') return null;
  // The TDS of a bill that is paid in part may be recorded already.
  const deductions = bill.open === bill.amount ? usualDeductions(bill.amount, hasGst) : [];
  const lines = ['By NEFT or RTGS:', bank, `Reference: ${bill.billNumber}`];
  return (
    <details>
      <summary className="row-link font-semibold text-teal underline">TDS and bank transfer</summary>
      <div className="mt-4 grid gap-6">
        <div className="tabular empty:hidden">
          {deductions.map(({ rate, tds }) => (
            <p key={rate}>
              <TextWithFigures text={`With ${rate}% TDS of ${formatRupees(tds)}, you pay `} />
              <button
                type="button"
                className="row-link underline"
                translate="no"
                onClick={() => onAmount(bill.amount - tds)}
              >
                {formatRupees(bill.amount - tds)}
              </button>
            </p>
          ))}
        </div>
        {bill.open && bank ? (
          <p className="tabular whitespace-pre-line" translate="no">
            {lines.join('\n')}
          </p>
        ) : null}
        <NoticeForm id={id} link={link} />
      </div>
    </details>
  );
}

const thanks = 'Thank you. We check this number. Until we record the payment, the bill stays as it is.';

function NoticeForm({ id, link }: Pick<Props, 'id' | 'link'>) {
  const [problem, setProblem] = useState<string>();
  const [isSent, setSent] = useState(false);
  async function send(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const number = String(new FormData(event.currentTarget).get('number'));
    const found = await (await loadPaying()).sendNotice(link, number);
    setProblem(found);
    setSent(found === undefined);
  }
  return (
    <form method="post" onSubmit={send} noValidate className="grid gap-3">
      <TextField
        id={`${id}-number`}
        label="I have paid by NEFT or RTGS: UTR"
        help="Later, send the number of your TDS certificate here too."
        error={problem}
        input={{ name: 'number', autoComplete: 'off', maxLength: 60 }}
      />
      <div role="status" className="empty:hidden">
        {isSent ? thanks : ''}
      </div>
      <button type="submit" className="action">
        Send the number
      </button>
    </form>
  );
}
