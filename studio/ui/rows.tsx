import { Badge, type BadgeTone, Button, Card, Flex, Stack, Text } from '@sanity/ui';
import type { ReactNode } from 'react';
import { Link, useRouter } from 'sanity/router';
import { Note } from './elements.tsx';

export interface Row {
  key: string;
  title: string;
  detail?: string;
  badge?: { text: string; tone: BadgeTone };
  /** Where the row leads. Without it, the row may have buttons. */
  href?: string;
  buttons?: ReactNode;
}

export function useEditHref() {
  const { resolveIntentLink } = useRouter();
  return (id: string, type: string, path?: string) =>
    resolveIntentLink('edit', path ? { id, type, path } : { id, type });
}

/** An error with a button that reloads the page. `what` starts the sentence, for example “The trash”. */
export function LoadError({ what }: { what: string }) {
  return (
    <Card tone="critical" border radius={2} padding={4} role="alert">
      <Flex align="center" justify="space-between" gap={3} wrap="wrap">
        <Text size={1}>{what} could not be loaded. Check your connection.</Text>
        <Button mode="ghost" tone="critical" text="Try again" onClick={() => location.reload()} />
      </Flex>
    </Card>
  );
}

export function Rows({ rows, empty }: { rows: Row[]; empty: string }) {
  if (rows.length === 0) return <Note>{empty}</Note>;
  return (
    <Card border radius={2} overflow="hidden">
      <Stack as="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map(({ href, ...row }, index) => (
          <Card as="li" key={row.key} borderTop={index > 0}>
            {href ? (
              <Card as={Link} href={href} style={{ display: 'block', textDecoration: 'none' }}>
                <RowContent {...row} />
              </Card>
            ) : (
              <RowContent {...row} />
            )}
          </Card>
        ))}
      </Stack>
    </Card>
  );
}

function RowContent({ title, detail, badge, buttons }: Omit<Row, 'key' | 'href'>) {
  return (
    <Flex gap={3} padding={3} align="center" wrap={buttons ? 'wrap' : 'nowrap'}>
      <Stack gap={2} flex={1} style={{ minWidth: buttons ? '12rem' : 0, overflowWrap: 'anywhere' }}>
        <Text size={1} weight="medium">
          {title}
        </Text>
        {detail && (
          <Text size={1} muted>
            {detail}
          </Text>
        )}
      </Stack>
      {badge && <Badge tone={badge.tone}>{badge.text}</Badge>}
      {buttons}
    </Flex>
  );
}
