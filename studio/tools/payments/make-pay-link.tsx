import { Button, Stack, TextInput } from '@sanity/ui';
import { useState } from 'react';
import { billAnswerSchema, type ListedBill } from '#web/payments/bills/contract.ts';
import { DeskDialog, Field, Problem } from './parts.tsx';
import { useAct } from './remote.ts';
import { useDesk } from './requests.ts';

const fields = [
  { name: 'billNumber', label: 'Bill number' },
  { name: 'name', label: 'Customer’s name' },
  { name: 'phone', label: 'Mobile number', inputMode: 'tel' },
  { name: 'email', label: 'E-mail address (if known)', type: 'email' },
  { name: 'amount', label: 'Rupees', inputMode: 'decimal' },
  { name: 'dueOn', label: 'Due on (if there is a day)', type: 'date' },
  { name: 'note', label: 'Note that the customer reads (if any)' },
] as const;

type Props = { onClose(): void; onMade(bill: ListedBill): void };

/** Makes one pay link. The site checks what was typed, by the rules of a row of CSV. */
export function MakePayLink({ onClose, onMade }: Props) {
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  const [typed, setTyped] = useState<Record<string, string>>(() =>
    Object.fromEntries(fields.map(({ name }) => [name, ''])),
  );
  const make = () => run(async () => onMade((await desk.post(billAnswerSchema, '/bills', typed)).bill));
  const isSaidBeside = fields.some(({ name }) => problem?.fields[name]);
  return (
    <DeskDialog id="make-pay-link" title="Make a pay link" onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void make();
        }}
      >
        <Stack gap={4}>
          {fields.map(({ name, label, ...kind }, index) => (
            <Field key={name} label={label} problem={problem?.fields[name]?.[0]}>
              {(control) => (
                <TextInput
                  {...control}
                  {...kind}
                  autoFocus={index === 0}
                  autoComplete="off"
                  value={typed[name] ?? ''}
                  onChange={(event) => setTyped({ ...typed, [name]: event.currentTarget.value })}
                />
              )}
            </Field>
          ))}
          {!isSaidBeside && <Problem problem={problem} />}
          <Button type="submit" tone="primary" text={isBusy ? 'Making …' : 'Make it'} disabled={isBusy} />
        </Stack>
      </form>
    </DeskDialog>
  );
}
