import { Button, Flex, Stack, TextInput } from '@sanity/ui';
import { useState } from 'react';
import { formatRupees } from '#web/contracts/money.ts';
import { Act, DeskDialog } from './acts.tsx';
import type { ListedBill } from './answers.ts';
import { words } from './labels.ts';
import { Facts } from './parts.tsx';
import { useDesk } from './site.ts';

/** A bill with its link, ways to share it, and its cancellation. */
export function PayLink(props: { bill: ListedBill }) {
  const desk = useDesk();
  const [bill, setBill] = useState(props.bill);
  const cancel = async () => {
    const param = { billId: bill.id };
    setBill((await desk.act(desk.payments.bills[':billId'].cancel.$post({ param }))).bill);
  };
  return (
    <DeskDialog title={`Bill ${bill.bill_number}`}>
      <Facts
        rows={[
          ['Status', words(bill.state)],
          ['Amount', formatRupees(bill.amount)],
          ['Paid', formatRupees(bill.paid_amount)],
          ['Customer', bill.customer_name ?? 'erased'],
          ['Phone', bill.customer_phone ?? 'erased'],
          ['E-mail', bill.customer_email],
          ['Due', bill.due_on],
          ['Note', bill.note],
          ['Made by', bill.created_by],
          ['Cancelled by', bill.cancelled_by],
        ]}
      />
      {bill.url && <Share bill={bill} url={bill.url} />}
      {bill.cancelled_at === null && (
        <Act text="Cancel the link …" sure="Yes, cancel the link" act={cancel} />
      )}
    </DeskDialog>
  );
}

function Share({ bill, url }: { bill: ListedBill; url: string }) {
  const text = encodeURIComponent(
    `Please pay ${formatRupees(bill.amount - bill.paid_amount)} for bill ${bill.bill_number}: ${url}`,
  );
  const subject = encodeURIComponent(`Bill ${bill.bill_number}`);
  const ways = [
    ...(bill.customer_phone ? [['WhatsApp', `https://wa.me/91${bill.customer_phone}?text=${text}`]] : []),
    ['E-mail', `mailto:${bill.customer_email ?? ''}?subject=${subject}&body=${text}`],
  ];
  return (
    <Stack gap={3}>
      <TextInput readOnly aria-label="Pay link" value={url} />
      <Flex gap={2} wrap="wrap">
        <Act text="Copy link" done="Copied" act={() => navigator.clipboard.writeText(url)} />
        {ways.map(([way, href]) => (
          <Button key={way} as="a" href={href} target="_blank" rel="noreferrer" text={way} mode="ghost" />
        ))}
      </Flex>
    </Stack>
  );
}
