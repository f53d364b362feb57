import { LaunchIcon } from '@sanity/icons/Launch';
import { Card, Flex, Stack, Text } from '@sanity/ui';
import { getPublishedId, type ObjectInputProps, useEditState, useFormValue } from 'sanity';
import { isClosed } from '#schemas/documents/job-opening.ts';
import { textOf } from '#schemas/property.ts';
import { documentPath } from '#studio/documents/document-path.ts';
import { siteAddress } from '#studio/settings.ts';
import { describeAddress } from './describe-address.ts';

/** The form of a document with an address, under a line that says where visitors find it. */
export function FormWithAddress(props: ObjectInputProps) {
  const type = props.schemaType.name;
  const id = useFormValue(['_id']);
  const { published } = useEditState(getPublishedId(typeof id === 'string' ? id : ''), type);
  const publishedPath = documentPath(type, published);
  const path = documentPath(type, props.value);
  const closed = isClosed(textOf(published, 'validThrough'));
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
            {closed
              ? 'Closed by its date: its page says so, and is in no list.'
              : describeAddress(publishedPath, path)}
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
