import { Card, Stack, Text } from '@sanity/ui';
import { memo } from 'react';
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
  const { value, schemaType } = props;
  const id = getPublishedId(textOf(value, '_id') ?? '');
  return (
    <Stack gap={4}>
      <AddressLine id={id} type={schemaType.name} path={documentPath(schemaType.name, value)} />
      {props.renderDefault(props)}
    </Stack>
  );
}

type AddressProps = {
  id: string;
  type: string;
  /** The path that the document's draft gives it. */
  path: string | null;
};

const AddressLine = memo(function AddressLine({ id, type, path }: AddressProps) {
  // With a low priority, because the draft changes on each keystroke.
  const { published } = useEditState(id, type, 'low');
  const publishedPath = documentPath(type, published);
  const isMoving = publishedPath !== null && path !== null && publishedPath !== path;
  const closed = hasPassed(textOf(published, 'validThrough'));
  const end = propertyOf(published, 'end');
  const endsAt = textOf(end, 'at');
  const hasEnded = isOver(endsAt);
  const isSpecial = closed || isMoving || endsAt !== undefined;
  return (
    <Card border={isSpecial} radius={2} padding={isSpecial ? 3 : 0} tone={isSpecial ? 'caution' : 'default'}>
      <Stack gap={3}>
        <Text size={1}>
          {closed
            ? 'Closed, because the closing date has passed. The page says so, and no list shows it.'
            : hasEnded
              ? 'This page has ended, and no list shows it.'
              : describeAddress(publishedPath, path)}{' '}
          {publishedPath && (
            <a href={`${siteAddress()}${publishedPath}`} target="_blank" rel="noreferrer">
              Open on the site
            </a>
          )}
        </Text>
        {endsAt && (
          <Text size={1}>
            {hasEnded ? 'Ended' : 'Ends'} on {formatTime(endsAt)}: the address leads to{' '}
            {textOf(end, 'redirect')}.
          </Text>
        )}
        {publishedPath && <PageVisits path={publishedPath} />}
        {type === 'jobOpening' && published && !closed && <CloseOpening id={id} />}
      </Stack>
    </Card>
  );
});

/** Closes an opening at once: yesterday was its last day. Other changes in the draft stay unpublished. */
function CloseOpening({ id }: { id: string }) {
  const client = useClient({ apiVersion });
  const { draft } = useEditState(id, 'jobOpening');
  const needsApproval = useApprovalTypes().includes('jobOpening');
  if (!userMay(useCurrentUser(), 'editOpenings') || needsApproval) return null;
  const set = { validThrough: daysFromToday(-1) };
  const ids = draft ? [id, draft._id] : [id];
  const close = () => client.mutate(ids.map((one) => ({ patch: { id: one, set } })));
  return <ActionButton text="Close this opening now" confirmText="Yes, close it" action={close} />;
}
