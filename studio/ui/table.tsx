import { Flex } from '@sanity/ui';
import { type ReactNode, useState } from 'react';
import { LoadingBlock } from 'sanity';
import { Note, Problem, Screen } from './elements.tsx';
import { ActionButton, Field } from './forms.tsx';
import { type Load, queryOf, useDebounced, useStaffApi, useStaffQuery } from './staff-api.ts';

export type Column<T> = { title: string; cell(row: T): ReactNode; isAmount?: boolean };

type TableProps<T> = {
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf(row: T): string;
  /** Whether the table fits on a phone without turning its rows into cards. */
  isNarrow?: boolean;
};

/** A table whose first column names the row. On narrow screens, rows become cards. */
export function Table<T>({ label, columns, rows, keyOf, isNarrow }: TableProps<T>) {
  return (
    <table className="staff-table" aria-label={label} data-narrow={isNarrow}>
      <thead>
        <tr>
          {columns.map(({ title, isAmount }) => (
            <th key={title} scope="col" data-amount={isAmount}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)}>
            {columns.map(({ title, cell, isAmount }, index) => {
              const [Cell, scope] = index === 0 ? (['th', 'row'] as const) : (['td', undefined] as const);
              return (
                <Cell key={title} data-title={title} data-amount={isAmount} scope={scope}>
                  {cell(row)}
                </Cell>
              );
            })}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

type ListingProps<Page, Row> = {
  title: string;
  load: Load<Page>;
  query?: Record<string, string | undefined>;
  rowsOf(page: Page): Row[];
  columns: Column<Row>[];
  empty: string;
  actions?: ReactNode;
  filters?: ReactNode;
  /** Content above the list, made from its first page. */
  above?(page: Page): ReactNode;
};

/** A screen with a paged, filtered table. */
export function Listing<Page extends { next?: string | undefined }, Row extends { id: string | number }>(
  props: ListingProps<Page, Row>,
) {
  const { title, load, query = {}, rowsOf, columns, empty, actions, filters, above } = props;
  const api = useStaffApi();
  const debounced = useDebounced(queryOf(query));
  const { data: first, problem } = useStaffQuery(load, debounced);
  const [further, setFurther] = useState<{ of: Page; pages: Page[] }>();
  const pages = first ? [first, ...(further?.of === first ? further.pages : [])] : [];
  const rows = pages.flatMap(rowsOf);
  const after = pages.at(-1)?.next;
  const showMore = async () => {
    const page = await (await load(api, queryOf({ ...query, after }))).json();
    if (first) setFurther({ of: first, pages: [...pages.slice(1), page] });
  };
  return (
    <Screen title={title} actions={actions}>
      {filters}
      <Problem problem={problem} canRetry />
      {first ? above?.(first) : !problem && <LoadingBlock showText />}
      {rows.length > 0 && (
        <Table label={title} columns={columns} rows={rows} keyOf={({ id }) => String(id)} />
      )}
      {first && rows.length === 0 && <Note>{empty}</Note>}
      {after && debounced === queryOf(query) && <ActionButton text="Show more" action={showMore} />}
    </Screen>
  );
}

/** Search and status filters of a list. They are not in the URL, because searches may contain names. */
export function useFilters(placeholder: string, states: readonly string[]) {
  const [search, setSearch] = useState('');
  const [state, setState] = useState('');
  const filters = (
    <Flex gap={3} wrap="wrap">
      <Field label="Search" type="search" placeholder={placeholder} value={search} onType={setSearch} />
      <Field label="Status" options={['', ...states]} value={state} onType={setState} />
    </Flex>
  );
  return { query: { search: search.trim(), state }, filters };
}

type StaffQueryProps<T> = { load: Load<T>; about?: string; children(data: T): ReactNode };

export function StaffQuery<T>({ load, about = '', children }: StaffQueryProps<T>) {
  const { data, problem } = useStaffQuery(load, about);
  return (
    <>
      <Problem problem={problem} canRetry />
      {data ? children(data) : !problem && <LoadingBlock showText />}
    </>
  );
}
