import { Card, Stack, Text } from '@sanity/ui';
import { getPublishedId, type ObjectInputProps, useEditState } from 'sanity';
import { hasPassed, isOver } from '#schemas/days.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { siteAddress } from '#studio/settings.ts';
import { formatTime } from '#studio/ui/labels.ts';
import { describeAddress } from './describe-address.ts';

/** Shows a page's address above its form. */
export function FormWithAddress(props: ObjectInputProps) {
  return (
    <Stack gap={4}>
      <AddressLine type={props.schemaType.name} value={props.value} />
      {props.renderDefault(props)}
    </Stack>
  );
}

function AddressLine({ type, value }: { type: string; value: ObjectInputProps['value'] }) {
  const { published } = useEditState(getPublishedId(textOf(value, '_id') ?? ''), type);
  const publishedPath = documentPath(type, published);
  const path = documentPath(type, value);
  const isMoving = publishedPath !== null && path !== null && publishedPath !== path;
  const closed = hasPassed(textOf(published, 'validThrough'));
  const end = propertyOf(published, 'end');
  const endsAt = textOf(end, 'at');
  const isSpecial = closed || isMoving || endsAt !== undefined;
  return (
    <Card border={isSpecial} radius={2} padding={isSpecial ? 3 : 0} tone={isSpecial ? 'caution' : 'default'}>
      <Stack gap={3}>
        <Text size={1}>
          {closed
            ? 'Closed, because the closing date has passed. The page says so, and no list shows it.'
            : describeAddress(publishedPath, path)}{' '}
          {publishedPath && (
            <a href={`${siteAddress()}${publishedPath}`} target="_blank" rel="noreferrer">
              Open on the site
            </a>
          )}
        </Text>
        {endsAt && (
          <Text size={1}>
            {isOver(endsAt) ? 'Ended' : 'Ends'} on {formatTime(endsAt)}: the address leads to{' '}
            {textOf(end, 'redirect')}.
          </Text>
        )}
      </Stack>
    </Card>
  );
}
