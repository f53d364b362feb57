import { Stack } from '@sanity/ui';
import { type ReactNode, useState } from 'react';
import { LoadingBlock } from 'sanity';
import * as z from 'zod/mini';
import { Act } from './acts.tsx';
import { Note, Problem } from './parts.tsx';
import { queryOf, useDesk, useRemote } from './site.ts';
import styles from './styles.ts';

export type Column<T> = { title: string; cell(row: T): ReactNode; isAmount?: boolean };

type TableProps<T> = {
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf(row: T): string;
  /** Whether its columns fit on a telephone. */
  isNarrow?: boolean;
};

/** A table whose rows become cards where there is no room for columns. The first column names the row. */
export function Table<T>({ label, columns, rows, keyOf, isNarrow }: TableProps<T>) {
  return (
    <table className={styles.table} aria-label={label} data-narrow={isNarrow}>
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
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={title}
                  data-title={title}
                  data-amount={isAmount}
                  scope={index === 0 ? 'row' : undefined}
                >
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

type ListingProps<Page, Row> = Omit<TableProps<Row>, 'rows'> & {
  schema: z.core.$ZodType<Page>;
  path: string;
  query?: Record<string, string | undefined>;
  rowsOf(page: Page): Row[];
  empty: string;
  /** What stands above the list, from its first page. */
  above?(page: Page): ReactNode;
};

/** A list that comes page by page, in each of its states: loading, empty, broken, with more to show. */
export function Listing<Page extends { next?: string | undefined }, Row>(props: ListingProps<Page, Row>) {
  const { schema, path, query, rowsOf, empty, above, ...table } = props;
  const desk = useDesk();
  const { data: first, problem } = useRemote(schema, path + queryOf({ ...query }));
  const [further, setFurther] = useState<{ of: Page; pages: Page[] }>();
  if (!first) return problem ? <Problem problem={problem} canRetry /> : <LoadingBlock showText />;
  const pages = [first, ...(further?.of === first ? further.pages : [])];
  const rows = pages.flatMap(rowsOf);
  const after = pages.at(-1)?.next;
  const showMore = async () => {
    const page = z.parse(schema, await desk.get(path + queryOf({ ...query, after })));
    setFurther({ of: first, pages: [...pages.slice(1), page] });
  };
  return (
    <Stack gap={4}>
      {above?.(first)}
      <Problem problem={problem} canRetry />
      {rows.length > 0 ? <Table {...table} rows={rows} /> : <Note>{empty}</Note>}
      {after && <Act text="Show more" act={showMore} />}
    </Stack>
  );
}

type RemoteProps<T> = { schema: z.core.$ZodType<T>; path: string; children(data: T): ReactNode };

/** What the site answers to a path, once it has. */
export function Remote<T>({ schema, path, children }: RemoteProps<T>) {
  const { data, problem } = useRemote(schema, path);
  return (
    <>
      <Problem problem={problem} canRetry />
      {data ? children(data) : !problem && <LoadingBlock showText />}
    </>
  );
}
