import { asTime, words } from '#studio/ui/labels.ts';
import { DeskLink } from '#studio/ui/parts.tsx';
import { valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing } from '#studio/ui/table.tsx';
import type { AuditedAct } from './answers.ts';

const columns: Column<AuditedAct>[] = [
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
  { title: 'From', cell: ({ address }) => address },
];

export function Audit() {
  return (
    <Listing
      title="Audit"
      ask={(desk, query) => desk.payments.audit.$get({ query: valuesOf(query) })}
      rowsOf={({ acts }) => acts}
      columns={columns}
      empty="Nobody has done anything here yet."
    />
  );
}
