import { Card, Stack, Text } from '@sanity/ui';
import { memo } from 'react';
import {
  getPublishedId,
  type ObjectInputProps,
  useClient,
  useCurrentUser,
  useEditState,
  useWorkspace,
} from 'sanity';
import { Link } from 'sanity/router';
import { apiVersion } from '#schemas/api-version.ts';
import { daysFromToday, hasPassed, isOver } from '#schemas/days.ts';
import { propertyOf, textOf } from '#schemas/property.ts';
import { userMay } from '#studio/access/roles.ts';
import { documentPath } from '#studio/content/document-path.ts';
import { useApprovalTypes } from '#studio/review/use-review.ts';
import { siteAddress } from '#studio/settings.ts';
import { ActionButton } from '#studio/ui/forms.tsx';
import { formatTime, pluralize } from '#studio/ui/labels.ts';
import { useStaffQuery } from '#studio/ui/staff-api.ts';
import { StaffApiProvider } from '#studio/ui/staff-tool.tsx';
import { describeAddress } from './describe-address.ts';

/** Days of visits that a form shows. */
const visitDays = 30;

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

/** Shows how often a page was visited lately. Empty for roles that may not see visits, and while loading or offline. */
const PageVisits = memo(function PageVisits({ path }: { path: string }) {
  return (
    <StaffApiProvider>
      <Visits key={path} path={path} />
    </StaffApiProvider>
  );
});

function Visits({ path }: { path: string }) {
  const { basePath } = useWorkspace();
  // Errors are shown in the Visits tool.
  const { data } = useStaffQuery(
    (api) => api.visits.index.$get({ query: { days: `${visitDays}`, by: 'path', path } }),
    path,
    userMay(useCurrentUser(), 'seeVisits'),
  );
  if (!data) return null;
  const sum = (wanted: string) => data.counted.find(({ kind }) => kind === wanted)?.times ?? 0;
  return (
    <Text size={1} muted>
      {`Last ${visitDays} days: ${pluralize(sum('view'), 'view')}, ${pluralize(sum('enquiry'), 'enquiry')} sent from this page. `}
      <Link href={`${basePath}/visits`}>All visits</Link>
    </Text>
  );
}
