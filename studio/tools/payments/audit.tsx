import type * as z from 'zod/mini';
import { auditSchema } from '#web/contracts/payments.ts';
import { asTime, words } from './labels.ts';
import { DeskLink } from './parts.tsx';
import { type Column, Listing } from './table.tsx';

const columns: Column<z.infer<typeof auditSchema>['acts'][number]>[] = [
  { title: 'Act', cell: ({ act }) => words(act) },
  { title: 'By', cell: ({ actor }) => actor },
  {
    title: 'About',
    cell: ({ subject }) => (
      <DeskLink screen="payments" id={subject.startsWith('order_') ? subject : null} text={subject} />
    ),
  },
  { title: 'Detail', cell: ({ detail }) => detail },
  { title: 'When', cell: ({ at }) => asTime(at) },
];

/** What people did here, by name. */
export function Audit() {
  return (
    <Listing
      title="Audit"
      schema={auditSchema}
      path="/audit"
      rowsOf={({ acts }) => acts}
      columns={columns}
      empty="Nobody has done anything here yet."
    />
  );
}
