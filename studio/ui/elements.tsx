import { Badge, Button, Card, Flex, Heading, Stack, Text } from '@sanity/ui';
import { type ReactNode, useEffect, useId, useRef } from 'react';
import { StateLink } from 'sanity/router';
import { labelOf, type Tone, toneOf } from './labels.ts';
import { type ApiError, useStaffApi } from './staff-api.ts';

type LinkProps = { screen: string; id?: string | null; text: ReactNode };

/** A link to another screen of the tool; plain text if `id` is null. */
export function ScreenLink({ screen, id, text }: LinkProps) {
  return id === null ? text : <StateLink state={{ screen, id }}>{text}</StateLink>;
}

type ScreenProps = { title: string; actions?: ReactNode; children: ReactNode };

/** A screen whose heading takes the focus, for keyboards and screen readers. */
export function Screen({ title, actions, children }: ScreenProps) {
  const heading = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // Leave the focus alone if it is elsewhere, for example in the Studio's search.
    if (document.activeElement === document.body || document.activeElement?.closest('nav[data-screens]'))
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
          data-home
          style={{ outline: 'none', minWidth: 0, overflowWrap: 'anywhere' }}
        >
          {title}
        </Heading>
        <Flex gap={2} wrap="wrap">
          {actions}
        </Flex>
      </Flex>
      {children}
    </Stack>
  );
}

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

export function Note({
  tone = 'transparent',
  children,
}: {
  tone?: Tone | 'transparent';
  children: ReactNode;
}) {
  return (
    <Card padding={4} radius={2} border tone={tone}>
      <Text size={1}>{children}</Text>
    </Card>
  );
}

/** Shows an error, with a retry button if retrying may help. */
export function Problem({ problem, canRetry }: { problem: ApiError | undefined; canRetry?: boolean }) {
  const { refresh } = useStaffApi();
  if (!problem) return null;
  const isFinal = [401, 403, 404].includes(problem.status);
  return (
    <Card tone="critical" padding={4} radius={2} role="alert">
      <Flex gap={4} align="center" justify="space-between" wrap="wrap">
        <Text size={1}>{problem.message}</Text>
        {canRetry && !isFinal && <Button text="Try again" mode="ghost" tone="critical" onClick={refresh} />}
      </Flex>
    </Card>
  );
}

type FactRows = (readonly [string, ReactNode])[];

/** A list of terms and values. Rows without a value are left out. */
export function Facts({ rows }: { rows: FactRows }) {
  return (
    <dl className="staff-facts">
      {rows.map(
        ([term, detail]) =>
          detail && (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{detail}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

type FactCardProps = { rows: FactRows; tone?: Tone; children?: ReactNode };

export function FactCard({ rows, tone = 'default', children }: FactCardProps) {
  return (
    <Card border padding={4} radius={2} tone={tone}>
      <Stack gap={4}>
        <Facts rows={rows} />
        {children}
      </Stack>
    </Card>
  );
}

export function StateBadge({ state }: { state: string }) {
  return <Badge tone={toneOf(state)}>{labelOf(state)}</Badge>;
}
