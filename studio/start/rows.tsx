import { Badge, type BadgeTone, Card, Flex, Heading, Stack, Text } from '@sanity/ui';
import { type ReactNode, useId } from 'react';
import { Link, useRouter } from 'sanity/router';

/** Something that an editor can be led to. */
export interface Row {
  key: string;
  title: string;
  detail?: string;
  badge?: { text: string; tone: BadgeTone };
  href: string;
}

/** The address in the Studio at which a field of a document is edited. */
export function useEditHref() {
  const { resolveIntentLink } = useRouter();
  return (id: string, type: string, path?: string) =>
    resolveIntentLink('edit', path ? { id, type, path } : { id, type });
}

/** A part of a page under a heading. */
export function Panel({ title, children }: { title: string; children: ReactNode }) {
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

/** A list of links, or what is said where there are none. */
export function Rows({ rows, empty }: { rows: Row[]; empty: string }) {
  if (rows.length === 0)
    return (
      <Card border radius={2} padding={4}>
        <Text size={1} muted>
          {empty}
        </Text>
      </Card>
    );
  return (
    <Card border radius={2} overflow="hidden">
      <Stack as="ul" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {rows.map(({ key, title, detail, badge, href }, index) => (
          <Card as="li" key={key} borderTop={index > 0}>
            <Card as={Link} href={href} padding={3} style={{ display: 'block', textDecoration: 'none' }}>
              <Flex gap={3} align="center">
                <Stack gap={2} flex={1} style={{ minWidth: 0, overflowWrap: 'anywhere' }}>
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
              </Flex>
            </Card>
          </Card>
        ))}
      </Stack>
    </Card>
  );
}
