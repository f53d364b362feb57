import type * as z from 'zod/mini';
import { auditSchema } from '#web/payments/desk/contract.ts';
import { actLabel, asTime } from './labels.ts';
import { type Column, DeskLink, Listing, Screen } from './parts.tsx';
import { useList } from './remote.ts';

const columns: Column<z.infer<typeof auditSchema>['acts'][number]>[] = [
  { title: 'Act', cell: ({ act }) => actLabel(act) },
  { title: 'By', cell: ({ actor }) => actor },
  {
    title: 'About',
    cell: ({ subject }) =>
      subject.startsWith('order_') ? (
        <DeskLink screen="payments" id={subject}>
          {subject}
        </DeskLink>
      ) : (
        subject
      ),
  },
  { title: 'Detail', cell: ({ detail }) => detail },
  { title: 'When', cell: ({ at }) => asTime(at) },
];

/** What people did here, by name. */
export function Audit() {
  const list = useList(auditSchema, '/audit');
  return (
    <Screen title="Audit">
      <Listing
        label="What people did"
        list={list}
        empty="Nobody has done anything here yet."
        columns={columns}
        rows={list.pages.flatMap(({ acts }) => acts)}
        keyOf={({ id }) => String(id)}
      />
    </Screen>
  );
}
