import { billAnswerSchema, type ListedBill } from '#web/payments/bills/contract.ts';
import { FormDialog } from './form-dialog.tsx';
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

/** Makes one pay link. The site checks what was typed, by the rules of a row of CSV. */
export function MakePayLink({ onClose, onMade }: { onClose(): void; onMade(bill: ListedBill): void }) {
  const desk = useDesk();
  return (
    <FormDialog
      title="Make a pay link"
      fields={fields}
      submit="Make it"
      onSubmit={async (typed) => onMade((await desk.post(billAnswerSchema, '/bills', typed)).bill)}
      onClose={onClose}
    />
  );
}
