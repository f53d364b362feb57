import { Flex, Text } from '@sanity/ui';
import { useState } from 'react';
import { ActionButton, DialogButton, Field, FormDialog, ToolDialog } from '#studio/ui/forms.tsx';
import { download, useStaffApi } from '#studio/ui/staff-api.ts';
import { StaffQuery } from '#studio/ui/table.tsx';
import { ledgerList, ledgers } from '#web/contracts/ledgers.ts';
import { type AccountingFormat, accountingFormats, isAccountingFormat } from '#web/contracts/states.ts';

export function AccountingButtons(days: { from: string; to: string }) {
  return (
    <>
      <DialogButton text="For the accountant">
        <AccountingFiles {...days} />
      </DialogButton>
      <DialogButton text="Ledger names">
        <LedgerNames />
      </DialogButton>
    </>
  );
}

function AccountingFiles(days: { from: string; to: string }) {
  const api = useStaffApi();
  const [format, setFormat] = useState<AccountingFormat>('tally');
  const [from, setFrom] = useState(days.from);
  const [to, setTo] = useState(days.to);
  const file = () => api.payments.accounts.$get({ query: { format, from, to } });
  return (
    <ToolDialog title="For the accountant">
      <Text size={1}>
        The file contains the payments, refunds, fees, disputes and transfers of these days. If you import the
        same days again, Tally adds nothing, and Zoho Books rejects entries whose number it already has.
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
      <ActionButton
        text="Download"
        tone="primary"
        mode="default"
        action={() => download(file(), `${format}-${from}-${to}.${accountingFormats[format]}`)}
      />
    </ToolDialog>
  );
}

function LedgerNames() {
  return (
    <FormDialog
      title="Ledger names"
      submit="Save"
      send={(api, typed) => api.payments.ledgers.$post({ json: typed })}
      successText="Saved"
    >
      <Text size={1}>
        Enter each name exactly as in Tally or Zoho Books. In the customers’ ledger, {'{customer}'} stands for
        the customer’s name.
      </Text>
      <StaffQuery load={(api) => api.payments.ledgers.$get()}>
        {({ names }) =>
          ledgerList.map((ledger) => (
            <Field key={ledger} name={ledger} label={ledgers[ledger].title} defaultValue={names[ledger]} />
          ))
        }
      </StaffQuery>
    </FormDialog>
  );
}
