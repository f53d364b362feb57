import { Flex, Text } from '@sanity/ui';
import { useState } from 'react';
import { Note, Problem, ScreenLink, Section } from '#studio/ui/elements.tsx';
import { ActionButton, ToolDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf, pluralize } from '#studio/ui/labels.ts';
import { download, useAction, useStaffApi } from '#studio/ui/staff-api.ts';
import { type Column, Table } from '#studio/ui/table.tsx';
import type { InvoiceReport, ListedBill, TaxInvoice } from './api-types.ts';

type ChoiceProps = { label: string; isMany?: boolean; isBusy: boolean; onChoose(files: File[]): void };

/** A field for PDF files, which are sent as soon as they are chosen. */
function PdfField({ label, isMany, isBusy, onChoose }: ChoiceProps) {
  return (
    <label>
      {label}{' '}
      <input
        type="file"
        accept=".pdf,application/pdf"
        multiple={isMany}
        disabled={isBusy}
        onChange={({ currentTarget: { files } }) => files?.length && onChoose([...files])}
      />
    </label>
  );
}

/** The tax invoice of a bill, which its customer can download. */
export function TaxInvoiceSection({ bill, invoice }: { bill: ListedBill; invoice: TaxInvoice }) {
  const api = useStaffApi();
  const { run, isBusy, problem } = useAction();
  const calls = api.payments.bills[':billId'].invoice;
  const param = { billId: bill.id };
  const isOver = bill.state === 'cancelled' || bill.customer_phone === null;
  if (isOver && !invoice) return null;
  return (
    <Section title="Tax invoice">
      <Text size={1} muted={!invoice}>
        {invoice
          ? `${invoice.name} · ${formatSize(invoice.size)} · added by ${invoice.added_by}, ${formatTime(invoice.added_at)}`
          : 'Customers download it from the page of the payment link and from their receipt.'}
      </Text>
      {!isOver && (
        <PdfField
          key={invoice?.added_at}
          label={invoice ? 'Replace it:' : 'Add the PDF (at most 5 MB):'}
          isBusy={isBusy}
          onChoose={([file]) => file && void run(() => api.mutate(calls.$post({ param, form: { file } })))}
        />
      )}
      <Problem problem={problem} />
      {invoice && (
        <Flex gap={2} wrap="wrap">
          <ActionButton text="Download" action={() => download(calls.$get({ param }), invoice.name)} />
          <ActionButton
            text="Remove …"
            confirmText="Yes, remove the tax invoice"
            action={() => api.mutate(calls.remove.$post({ param }))}
          />
        </Flex>
      )}
    </Section>
  );
}

const formatSize = (bytes: number) =>
  bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;

const columns: Column<InvoiceReport>[] = [
  { title: 'File', cell: ({ name }) => name },
  {
    title: 'Bill',
    cell: ({ bill }) => bill && <ScreenLink screen="links" id={bill.id} text={bill.number} />,
  },
  { title: 'Result', cell: (file) => (file.outcome === 'refused' ? file.problem : labelOf(file.outcome)) },
];

/** Adds PDF files to the bills whose numbers are in their names. */
export function AddTaxInvoices() {
  const api = useStaffApi();
  const { run, isBusy, problem } = useAction();
  const [files, setFiles] = useState<InvoiceReport[]>();
  const send = (file: File[]) =>
    run(async () => {
      setFiles(undefined);
      setFiles((await api.mutate(api.payments.bills.invoices.$post({ form: { file } }))).files);
    });
  const isRefused = ({ outcome }: InvoiceReport) => outcome === 'refused';
  const failed = files?.filter(isRefused) ?? [];
  return (
    <ToolDialog title="Add tax invoices">
      <Text size={1}>
        Choose PDF files with the bill number in their names, such as INV-2026-001.pdf or Invoice INV-2026-001
        Verma.pdf. A number of fewer than five letters and digits must be the whole name. A file replaces the
        one that its bill already has.
      </Text>
      <PdfField label="PDF files" isMany isBusy={isBusy} onChoose={(chosen) => void send(chosen)} />
      <Problem problem={problem} />
      {files && (
        <>
          <Note tone={failed.length > 0 ? 'caution' : 'positive'}>
            {pluralize(files.length - failed.length, 'file')} on their bills, {failed.length} refused.
          </Note>
          <Table
            label="Files"
            isNarrow
            columns={columns}
            rows={[...failed, ...files.filter((file) => !isRefused(file))]}
            keyOf={(file) => String(files.indexOf(file))}
          />
        </>
      )}
    </ToolDialog>
  );
}
