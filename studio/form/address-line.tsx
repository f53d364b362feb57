import { Card, Stack, Text } from '@sanity/ui';
import { getPublishedId, type ObjectInputProps, useClient, useCurrentUser, useEditState } from 'sanity';
import { apiVersion } from '#schemas/api-version.ts';
import { daysFromToday, hasPassed, isOver } from '#schemas/days.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { userMay } from '#studio/access/roles.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { useApprovalTypes } from '#studio/review/use-review.ts';
import { siteAddress } from '#studio/settings.ts';
import { ActionButton } from '#studio/ui/forms.tsx';
import { formatTime } from '#studio/ui/labels.ts';
import { describeAddress } from './describe-address.ts';
import { PageVisits } from './page-visits.tsx';

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
  const { published, draft } = useEditState(getPublishedId(textOf(value, '_id') ?? ''), type);
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
        {publishedPath && <PageVisits path={publishedPath} />}
        {type === 'jobOpening' && published && !closed && (
          <CloseOpening ids={[published._id, ...(draft ? [draft._id] : [])]} />
        )}
      </Stack>
    </Card>
  );
}

/** Closes an opening at once: yesterday was its last day. Other changes in the draft stay unpublished. */
function CloseOpening({ ids }: { ids: string[] }) {
  const client = useClient({ apiVersion });
  const needsApproval = useApprovalTypes().includes('jobOpening');
  if (!userMay(useCurrentUser(), 'editOpenings') || needsApproval) return null;
  const set = { validThrough: daysFromToday(-1) };
  const close = () => client.mutate(ids.map((id) => ({ patch: { id, set } })));
  return <ActionButton text="Close this opening now" confirmText="Yes, close it" action={close} />;
}
