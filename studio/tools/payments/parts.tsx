import { Badge, Box, Button, Card, Dialog, Flex, Heading, Spinner, Stack, Text } from '@sanity/ui';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { StateLink } from 'sanity/router';
import type { Label } from './labels.ts';
import type { CallProblem } from './requests.ts';
import styles from './styles.ts';

/** A link to another screen of the desk. */
export function DeskLink({ screen, id, children }: { screen: string; id?: string; children: ReactNode }) {
  return <StateLink state={{ screen, id }}>{children}</StateLink>;
}

/** A screen under its heading, which takes the focus so that a keyboard and a screen reader begin there. */
export function Screen({
  title,
  actions,
  children,
}: {
  title: string;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Not while somebody is already elsewhere, such as in the Studio's own search.
    if (document.activeElement === document.body || document.activeElement?.closest('nav[data-desk]'))
      heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <Stack gap={5}>
      <Flex justify="space-between" align="center" gap={3} wrap="wrap">
        <Heading
          as="h1"
          size={2}
          ref={heading}
          tabIndex={-1}
          style={{ outline: 'none', minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {title}
        </Heading>
        {actions && (
          <Flex gap={2} wrap="wrap">
            {actions}
          </Flex>
        )}
      </Flex>
      {children}
    </Stack>
  );
}

/** A part of a screen under a heading of its own. */
export function Section({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <Stack as="section" gap={3} aria-labelledby={id}>
      <Heading as="h2" size={1} id={id}>
        {title}
      </Heading>
      {children}
    </Stack>
  );
}

/** What went wrong, with a way to try again where that may help. */
export function Problem({ problem, onRetry }: { problem: CallProblem | undefined; onRetry?: () => void }) {
  if (!problem) return null;
  const isFinal = problem.status === 401 || problem.status === 403 || problem.status === 404;
  return (
    <Card tone="critical" padding={4} radius={2} role="alert">
      <Flex gap={4} align="center" justify="space-between" wrap="wrap">
        <Text size={1}>{problem.message}</Text>
        {onRetry && !isFinal && <Button text="Try again" mode="ghost" tone="critical" onClick={onRetry} />}
      </Flex>
    </Card>
  );
}

/** Milliseconds after which waiting is explained. */
const slow = 4000;

export function Loading() {
  const [isSlow, setSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(true), slow);
    return () => clearTimeout(timer);
  }, []);
  return (
    <Flex gap={3} align="center" role="status">
      <Spinner muted />
      <Text size={1} muted>
        {isSlow ? 'Still loading. The site takes longer than it should …' : 'Loading …'}
      </Text>
    </Flex>
  );
}

export function Empty({ children }: { children: ReactNode }) {
  return (
    <Card padding={4} radius={2} tone="transparent" border>
      <Text size={1} muted>
        {children}
      </Text>
    </Card>
  );
}

/** Terms with what is known of them; those without are left out. */
export function Facts({ rows }: { rows: (readonly [string, ReactNode])[] }) {
  return (
    <dl className={styles.facts}>
      {rows.map(([term, detail]) =>
        detail === null || detail === undefined || detail === '' ? null : (
          <div key={term}>
            <dt>{term}</dt>
            <dd>{detail}</dd>
          </div>
        ),
      )}
    </dl>
  );
}

export type Column<T> = { title: string; cell(row: T): ReactNode; isAmount?: boolean };

/** A table whose rows become cards where there is no room for columns. The first column names the row. */
export function Table<T>(props: {
  label: string;
  columns: Column<T>[];
  rows: T[];
  keyOf(row: T): string;
  /** Whether its columns fit on a telephone. */
  isNarrow?: boolean;
}) {
  return (
    <table className={styles.table} aria-label={props.label} data-narrow={props.isNarrow}>
      <thead>
        <tr>
          {props.columns.map(({ title, isAmount }) => (
            <th key={title} scope="col" data-amount={isAmount}>
              {title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {props.rows.map((row) => (
          <tr key={props.keyOf(row)}>
            {props.columns.map(({ title, cell, isAmount }, index) => {
              const Cell = index === 0 ? 'th' : 'td';
              return (
                <Cell
                  key={title}
                  data-title={title}
                  data-amount={isAmount}
                  {...(index === 0 ? { scope: 'row' } : {})}
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

type Paged = {
  pages: unknown[];
  problem: CallProblem | undefined;
  isLoading: boolean;
  reload(): void;
  more: { show(): void; isBusy: boolean; problem: CallProblem | undefined } | undefined;
};

/** A list in each of its states: loading, empty, broken, with more to show. */
export function Listing<T>(props: { list: Paged; empty: ReactNode } & Parameters<typeof Table<T>>[0]) {
  const { list, empty, ...table } = props;
  return (
    <Stack gap={4}>
      <Problem problem={list.problem} onRetry={list.reload} />
      {list.pages.length === 0 && !list.problem && <Loading />}
      {list.pages.length > 0 && table.rows.length === 0 && <Empty>{empty}</Empty>}
      {table.rows.length > 0 && (
        <Box style={{ opacity: list.isLoading ? 0.6 : 1 }} aria-busy={list.isLoading}>
          <Table {...table} />
        </Box>
      )}
      {list.more && (
        <>
          <Problem problem={list.more.problem} />
          <Button
            text={list.more.isBusy ? 'Loading …' : 'Show more'}
            mode="ghost"
            disabled={list.more.isBusy}
            onClick={list.more.show}
          />
        </>
      )}
    </Stack>
  );
}

type Control = { id: string; 'aria-describedby': string | undefined; 'aria-invalid': boolean };

/** A control under its label, with what is wrong with it. */
export function Field(props: {
  label: string;
  problem?: string | undefined;
  children(control: Control): ReactNode;
}) {
  const id = useId();
  const { label, problem, children } = props;
  return (
    <Stack gap={2} flex={1}>
      <Text as="label" size={1} weight="semibold" htmlFor={id}>
        {label}
      </Text>
      {children({
        id,
        'aria-describedby': problem ? `${id}-problem` : undefined,
        'aria-invalid': problem !== undefined,
      })}
      {problem && (
        <Card tone="critical" padding={2} radius={1} id={`${id}-problem`}>
          <Text size={1}>{problem}</Text>
        </Card>
      )}
    </Stack>
  );
}

/** A dialog that gives the focus back to what opened it. */
export function DeskDialog(props: { title: string; onClose(): void; children: ReactNode }) {
  const id = useId();
  // Before the dialog takes the focus itself.
  const [opener] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (opener instanceof HTMLElement) opener.focus();
    },
    [opener],
  );
  return (
    <Dialog id={id} header={props.title} onClose={props.onClose} width={1}>
      <Stack gap={5} padding={4} className={styles.desk}>
        {props.children}
      </Stack>
    </Dialog>
  );
}

/** A button that asks once more before it acts. */
export function Confirm(props: { text: string; sure: string; isBusy: boolean; onConfirm(): void }) {
  const [isAsked, setAsked] = useState(false);
  if (!isAsked)
    return (
      <Flex>
        <Button text={props.text} mode="ghost" onClick={() => setAsked(true)} />
      </Flex>
    );
  return (
    <Flex gap={2} wrap="wrap">
      <Button text={props.sure} tone="critical" autoFocus disabled={props.isBusy} onClick={props.onConfirm} />
      <Button text="No" mode="ghost" disabled={props.isBusy} onClick={() => setAsked(false)} />
    </Flex>
  );
}

export function StateBadge({ label, tone }: Label) {
  return <Badge tone={tone}>{label}</Badge>;
}

/** Copies a text and says so for a moment. */
export function CopyButton({ text, label }: { text: string; label: string }) {
  const [isCopied, setCopied] = useState(false);
  return (
    <Button
      text={isCopied ? 'Copied' : label}
      mode="ghost"
      onClick={() =>
        navigator.clipboard.writeText(text).then(() => {
          setCopied(true);
          setTimeout(() => setCopied(false), 2000);
        })
      }
    />
  );
}
