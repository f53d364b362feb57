import { Flex, Text } from '@sanity/ui';
import { useState } from 'react';
import { Act, DeskDialog, Field, FormDialog, Opening } from '#studio/ui/forms.tsx';
import { download, useDesk } from '#studio/ui/staff-api.ts';
import { Remote } from '#studio/ui/table.tsx';
import { ledgerList, ledgers } from '#web/contracts/ledgers.ts';
import { type AccountingFormat, accountingFormats, isAccountingFormat } from '#web/contracts/states.ts';

export function Accounts(days: { from: string; to: string }) {
  return (
    <>
      <Opening text="For the accountant">
        <Files {...days} />
      </Opening>
      <Opening text="Ledger names">
        <Names />
      </Opening>
    </>
  );
}

function Files(days: { from: string; to: string }) {
  const desk = useDesk();
  const [format, setFormat] = useState<AccountingFormat>('tally');
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const file = () => desk.payments.accounts.$get({ query: { format, from, to } });
  return (
    <DeskDialog title="For the accountant">
      <Text size={1}>
        Payments, refunds, fees, disputes and transfers of these days. An import of the same days again adds
        nothing in Tally; Zoho Books refuses numbers that it has.
      </Text>
      <Field
        label="File"
        options={Object.keys(accountingFormats)}
        value={format}
        onType={(chosen) => isAccountingFormat(chosen) && setFormat(chosen)}
      />
      <Flex gap={3} wrap="wrap">
        <Field label="From" type="date" value={from} onType={setFrom} />
        <Field label="To" type="date" value={to} onType={setTo} />
      </Flex>
      <Act
        text="Download"
        tone="primary"
        mode="default"
        act={() => download(file(), `${format}-${from}-${to}.${accountingFormats[format]}`)}
      />
    </DeskDialog>
  );
}

function Names() {
  return (
    <FormDialog
      title="What the accountant calls the ledgers"
      submit="Save"
      send={(desk, typed) => desk.payments.ledgers.$post({ json: typed })}
      done="Saved"
    >
      <Text size={1}>
        Write each as it stands in Tally or Zoho Books. {'{customer}'} in the ledger of customers stands for
        the customer’s own name.
      </Text>
      <Remote ask={(desk) => desk.payments.ledgers.$get()}>
        {({ names }) =>
          ledgerList.map((ledger) => (
            <Field key={ledger} name={ledger} label={ledgers[ledger].title} defaultValue={names[ledger]} />
          ))
        }
      </Remote>
    </FormDialog>
  );
}
