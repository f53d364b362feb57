import { LaunchIcon } from '@sanity/icons/Launch';
import { Card, Flex, Stack, Text } from '@sanity/ui';
import { getPublishedId, type ObjectInputProps, useEditState } from 'sanity';
import { z } from 'zod';
import { hrefFor } from '#schemas/paths.ts';
import { siteAddress } from '#studio/settings.ts';
import { describeAddress } from './describe-address.ts';

const slugged = z.object({ _id: z.string(), slug: z.object({ current: z.string() }).nullish() });

function pathOf(type: string, value: unknown): string | null {
  const document = slugged.safeParse(value);
  return document.success ? hrefFor({ _type: type, slug: document.data.slug?.current }) : null;
}

/** The form of a document that has an address, with a line above it that says where visitors find it. */
export function FormWithAddress(props: ObjectInputProps) {
  const type = props.schemaType.name;
  const document = slugged.safeParse(props.value);
  const { published } = useEditState(getPublishedId(document.success ? document.data._id : ''), type);
  const publishedPath = pathOf(type, published);
  const path = pathOf(type, props.value);
  return (
    <Stack gap={5}>
      <Card
        border
        radius={2}
        padding={3}
        tone={publishedPath && path && publishedPath !== path ? 'caution' : 'transparent'}
      >
        <Flex align="center" gap={3} wrap="wrap">
          <Text size={1} muted>
            {describeAddress(publishedPath, path)}
          </Text>
          {publishedPath && (
            <Text size={1}>
              <a href={`${siteAddress()}${publishedPath}`} target="_blank" rel="noreferrer">
                Open on the site <LaunchIcon />
              </a>
            </Text>
          )}
        </Flex>
      </Card>
      {props.renderDefault(props)}
    </Stack>
  );
}
