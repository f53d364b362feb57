import { ScreenLink } from '#studio/ui/elements.tsx';
import { formatTime, labelOf } from '#studio/ui/labels.ts';
import { valuesOf } from '#studio/ui/staff-api.ts';
import { type Column, Listing } from '#studio/ui/table.tsx';
import type { AuditEntry } from './api-types.ts';

const columns: Column<AuditEntry>[] = [
  { title: 'Action', cell: ({ act }) => labelOf(act) },
  { title: 'By', cell: ({ actor }) => actor },
  {
    title: 'About',
    cell: ({ act, subject }) =>
      act.startsWith('retainer.') ? (
        <ScreenLink screen="retainers" id={subject} text="Retainer" />
      ) : (
        <ScreenLink screen="payments" id={subject.startsWith('order_') ? subject : null} text={subject} />
      ),
  },
  { title: 'Detail', cell: ({ detail }) => detail },
  { title: 'When', cell: ({ at }) => formatTime(at) },
  { title: 'From', cell: ({ address }) => address },
];

export function Audit() {
  return (
    <Listing
      title="Audit"
      load={(api, query) => api.payments.audit.$get({ query: valuesOf(query) })}
      rowsOf={({ acts }) => acts}
      columns={columns}
      empty="No actions have been recorded yet."
    />
  );
}
