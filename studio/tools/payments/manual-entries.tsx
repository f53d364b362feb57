import { Flex, Text } from '@sanity/ui';
import { Fragment, useState } from 'react';
import { useCurrentUser } from 'sanity';
import { formatDay } from '#schemas/days.ts';
import { FactCard, Section, StateBadge } from '#studio/ui/elements.tsx';
import { ActionButton, DialogButton, Field, FormDialog } from '#studio/ui/forms.tsx';
import { formatTime, labelOf, toneOf } from '#studio/ui/labels.ts';
import { useStaffApi } from '#studio/ui/staff-api.ts';
import { isAllowed } from '#web/contracts/bill-actions.ts';
import { dayInIndia } from '#web/contracts/india.ts';
import {
  findRecordingAction,
  manualEntryKinds,
  needsApproval,
  referenceFor,
} from '#web/contracts/manual-entries.ts';
import { decimalFromPaise, formatRupees } from '#web/contracts/money.ts';
import { proposeTds, taxActOn, tdsWarning } from '#web/contracts/tds.ts';
import type { ListedBill, ManualEntry } from './api-types.ts';

type Kind = (typeof manualEntryKinds)[number];

export function ManualEntries({ bill, entries }: { bill: ListedBill; entries: ManualEntry[] }) {
  const facts = { ...bill, paid: bill.paid_amount };
  const kinds = manualEntryKinds.filter((kind) => isAllowed(findRecordingAction(kind), facts));
  return (
    <>
      {kinds.length > 0 && (
        <Section title="Record a manual entry">
          <Flex gap={2} wrap="wrap">
            {kinds.map((kind) => (
              <DialogButton key={kind} text={labelOf(kind)} aria-label={`Record ${labelOf(kind)}`}>
                <RecordDialog bill={bill} kind={kind} />
              </DialogButton>
            ))}
          </Flex>
        </Section>
      )}
      {entries.length > 0 && (
        <Section title="Manual entries">
          {entries.map((entry) => (
            <ManualEntryCard key={entry.id} entry={entry} canApprove={isAllowed('reduce', facts)} />
          ))}
        </Section>
      )}
    </>
  );
}

function RecordDialog({ bill, kind }: { bill: ListedBill; kind: Kind }) {
  const open = Math.max(0, bill.amount - bill.paid_amount);
  const proposed = kind === 'tds' ? Math.min(open, proposeTds(bill.amount)) : open;
  const [day, setDay] = useState(dayInIndia(Date.now()));
  const { certificate } = taxActOn(day);
  const needsSecond = needsApproval(kind);
  const confirmTds = (typed: Record<string, unknown>) => {
    const question = tdsWarning(typed, bill.amount);
    return question ? { question, yes: 'Yes, record it' } : undefined;
  };
  return (
    <FormDialog
      title={`${labelOf(kind)} for bill ${bill.bill_number}`}
      submit={needsSecond ? 'Request approval' : 'Record'}
      confirm={kind === 'tds' ? confirmTds : undefined}
      send={(api, typed, key) =>
        api.payments.bills[':billId'].vouchers.$post({
          param: { billId: bill.id },
          json: { ...typed, key, kind },
        })
      }
    >
      <Field
        name="amount"
        label="Rupees"
        inputMode="decimal"
        defaultValue={decimalFromPaise(proposed)}
        autoFocus
      />
      <Field name="day" label="Day" type="date" value={day} onType={setDay} />
      {/* A section belongs to one Act, so another Act empties the fields. */}
      {kind === 'tds' && <TdsFields key={certificate} day={day} />}
      <Field
        name="reference"
        label={kind === 'tds' ? `Number of ${certificate} (if received)` : referenceFor(kind).reference}
      />
      {needsSecond && <Field name="reason" label="Reason" isLong />}
    </FormDialog>
  );
}

function TdsFields({ day }: { day: string }) {
  const { act, choices } = taxActOn(day);
  const labels = choices.map(({ title, rate, section }) => `${title}, ${rate}%: ${section}`);
  const [chosen, setChosen] = useState('');
  const { section = '', rate = '' } = choices[labels.indexOf(chosen)] ?? {};
  return (
    <>
      <Field label="Deducted from" options={['', ...labels]} isVerbatim value={chosen} onType={setChosen} />
      {/* The choice fills in these fields, which stay editable. */}
      <Fragment key={chosen}>
        <Field name="section" label={`Section of the ${act}`} defaultValue={section} />
        <Field name="rate" label="Rate in per cent" inputMode="decimal" defaultValue={String(rate)} />
      </Fragment>
    </>
  );
}

type EntryProps = { entry: ManualEntry; canApprove: boolean };

function ManualEntryCard({ entry, canApprove }: EntryProps) {
  const { kind, state, amount } = entry;
  const state_ = `manual-entry.${state}`;
  return (
    <FactCard
      tone={toneOf(state)}
      rows={[
        [labelOf(kind), formatRupees(amount)],
        ['Status', <StateBadge key="state" state={state_} />],
        ['Day', formatDay(entry.on_day)],
        ['Reference', entry.reference],
        ['Section', entry.section && `${entry.section}, ${entry.rate}%`],
        ['Reason', entry.reason],
        ['Recorded', `by ${entry.requested_by}, ${formatTime(entry.created_at)}`],
        ['Decided by', entry.decided_by],
        [state === 'entered' ? 'Cleared' : labelOf(state_), formatDay(entry.ended_on)],
        [state === 'bounced' ? 'Bank’s memo' : 'Reason for the reversal', entry.ended_detail],
      ]}
    >
      <Flex gap={2} wrap="wrap">
        <ManualEntryActions entry={entry} canApprove={canApprove} />
      </Flex>
    </FactCard>
  );
}

function ManualEntryActions({ entry, canApprove }: EntryProps) {
  const { id, kind, state, requester_id, reference } = entry;
  const api = useStaffApi();
  const user = useCurrentUser();
  const calls = api.payments.vouchers[':voucherId'];
  const param = { voucherId: id };
  const decide = (action: 'approve' | 'reject') => () =>
    api.mutate(
      calls[':act{clear|bounce|approve|reject}'].$post({ param: { ...param, act: action }, json: {} }),
    );
  if (state === 'waiting')
    return (
      <>
        {canApprove && user?.id !== requester_id && (
          <ActionButton text="Approve" tone="caution" mode="default" action={decide('approve')} />
        )}
        <ActionButton text={user?.id === requester_id ? 'Withdraw' : 'Reject'} action={decide('reject')} />
      </>
    );
  if (state === 'in-hand')
    return (
      <>
        <DialogButton text="Cleared …">
          <ChequeDialog id={id} action="clear" title="Cheque cleared" />
        </DialogButton>
        <DialogButton text="Bounced …" tone="critical">
          <ChequeDialog id={id} action="bounce" title="Cheque bounced" />
        </DialogButton>
      </>
    );
  if (state !== 'entered') return null;
  return (
    <>
      {kind === 'tds' && reference === null && (
        <DialogButton text="Add certificate …">
          <FormDialog
            title="TDS certificate"
            submit="Add certificate"
            send={(_, json) => calls.certificate.$post({ param, json })}
          >
            <Field name="reference" label={`Number of ${taxActOn(entry.on_day).certificate}`} autoFocus />
          </FormDialog>
        </DialogButton>
      )}
      <DialogButton text="Correct …">
        <FormDialog
          title="Reverse this entry"
          submit="Reverse entry"
          send={(_, json) => calls.reverse.$post({ param, json })}
        >
          <Text size={1}>
            The entry stays, and a second entry dated today reverses it. Then record the correct entry.
          </Text>
          <Field name="reason" label="Reason" isLong autoFocus />
        </FormDialog>
      </DialogButton>
    </>
  );
}

function ChequeDialog({ id, action, title }: { id: string; action: 'clear' | 'bounce'; title: string }) {
  return (
    <FormDialog
      title={title}
      submit={title}
      send={(api, json) =>
        api.payments.vouchers[':voucherId'][':act{clear|bounce|approve|reject}'].$post({
          param: { voucherId: id, act: action },
          json,
        })
      }
    >
      <Field name="day" label="Date at the bank" type="date" defaultValue={dayInIndia(Date.now())} />
      {action === 'bounce' && <Field name="reason" label="Reason on the bank’s memo" isLong />}
    </FormDialog>
  );
}
