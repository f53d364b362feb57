import { Box, Button, Card, Flex, Heading, Stack, Text } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { type DragEvent, useEffect, useRef, useState } from 'react';
import { LoadingBlock, useClient, useCurrentUser, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { apiVersion } from '#schemas/api-version.ts';
import { today } from '#schemas/days.ts';
import { editsOpeningsOnly, userMay } from '#studio/access/roles.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { DateInput } from '#studio/ui/date-input.tsx';
import { ActionButton, DialogButton, ToolDialog, useCloseDialog } from '#studio/ui/forms.tsx';
import { formatMonth, formatTime } from '#studio/ui/labels.ts';
import { LoadError, useEditHref } from '#studio/ui/rows.tsx';
import { ApiError, createStaffApi } from '#studio/ui/staff-api.ts';
import { addDays, dayInIndia, spreadsheetTime, startOfDay } from '#web/contracts/india.ts';
import { byTime, type CalendarItem, calendarItems, calendarQuery, calendarSchema } from './items.ts';

/** Returns the ISO days of a month (`2026-12`). */
const daysOf = (month: string): string[] =>
  Array.from({ length: 31 }, (_, index) => addDays(`${month}-01`, index)).filter((day) =>
    day.startsWith(month),
  );

const weekday = (day: string) =>
  new Date(day).toLocaleDateString('en-IN', { timeZone: 'UTC', weekday: 'short', day: 'numeric' });

/** Shows what goes out and what ends, month by month. Schedules can be dragged to another day, or moved with a button. */
export function Calendar() {
  const user = useCurrentUser();
  const [month, setMonth] = useState(() => today().slice(0, 7));
  const { data, hasFailed } = useLiveQuery(calendarSchema, calendarQuery);
  const links = useEndingLinks(month, userMay(user, 'handlePayments'));
  const heading = useRef<HTMLDivElement>(null);
  const move = useMove(() => heading.current?.focus());
  const isShown = ({ target }: CalendarItem) =>
    !editsOpeningsOnly(user) || ('type' in target && target.type === 'jobOpening');
  const items = [...(data ? calendarItems(data).filter(isShown) : []), ...(links ?? [])].sort(byTime);
  const neighbours = [-1, 31].map((days) => addDays(`${month}-01`, days).slice(0, 7));
  return (
    <Stack gap={5}>
      <Flex align="center" justify="space-between" gap={3} wrap="wrap">
        <Heading as="h1">Calendar</Heading>
        <Flex gap={2}>
          {neighbours.map((other) => (
            <Button key={other} mode="ghost" text={formatMonth(other)} onClick={() => setMonth(other)} />
          ))}
        </Flex>
      </Flex>
      <Text size={1} muted>
        What goes live and what ends. All times are in India. Drag a schedule to another day, or select “Move
        to …”.
      </Text>
      {hasFailed && <LoadError what="The calendar" />}
      {links === undefined && <LoadError what="The ends of payment links" />}
      <Heading as="h2" size={2} ref={heading} tabIndex={-1} style={{ outline: 'none' }} aria-live="polite">
        {formatMonth(month)}
      </Heading>
      {!data && !hasFailed ? (
        <LoadingBlock showText />
      ) : (
        <Card border radius={2}>
          <Stack as="ol" style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {daysOf(month).map((day) => (
              <Day
                key={day}
                day={day}
                items={items.filter((item) => item.day === day)}
                move={userMay(user, 'editContent') ? move : undefined}
              />
            ))}
          </Stack>
        </Card>
      )}
    </Stack>
  );
}

type Move = (release: string, at: string) => Promise<void>;
type DayProps = { day: string; items: CalendarItem[]; move: Move | undefined };

/** The dragged schedule: its release and time of day in India. */
const dragType = 'application/x-schedule';

function Day({ day, items, move }: DayProps) {
  const [isTarget, setTarget] = useState(false);
  const drop = (event: DragEvent) => {
    setTarget(false);
    const [release, time] = event.dataTransfer.getData(dragType).split(' ');
    if (!release || !move) return;
    event.preventDefault();
    void move(release, new Date(startOfDay(day, time)).toISOString());
  };
  return (
    <Card
      as="li"
      borderTop={!day.endsWith('-01')}
      tone={isTarget ? 'primary' : day === today() ? 'suggest' : 'default'}
      padding={items.length > 0 ? 3 : 2}
      aria-current={day === today() ? 'date' : undefined}
      onDragOver={(event: DragEvent) => {
        if (!event.dataTransfer.types.includes(dragType)) return;
        event.preventDefault();
        setTarget(true);
      }}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <Flex gap={3} align="flex-start">
        <Box style={{ flex: '0 0 3.5rem' }} paddingY={1}>
          <Text size={1} weight={items.length > 0 ? 'semibold' : 'regular'} muted={items.length === 0}>
            <time dateTime={day}>{weekday(day)}</time>
          </Text>
        </Box>
        <Stack as="ul" gap={3} flex={1} style={{ listStyle: 'none', margin: 0, padding: 0, minWidth: 0 }}>
          {items.map((item) => (
            <Item key={item.key} item={item} move={move} />
          ))}
        </Stack>
      </Flex>
    </Card>
  );
}

function Item({ item, move }: { item: CalendarItem; move: Move | undefined }) {
  const { what, title, at, release, target } = item;
  const { basePath } = useWorkspace();
  const editHref = useEditHref();
  const href =
    'href' in target
      ? `${basePath}${target.href}`
      : `${editHref(target.id, target.type, target.path)}${target.perspective ? `?perspective=${target.perspective}` : ''}`;
  const time = at && spreadsheetTime(at).slice(11, 16);
  const isMovable = move !== undefined && release !== undefined && at !== undefined;
  return (
    <Flex
      as="li"
      gap={3}
      align="center"
      justify="space-between"
      wrap="wrap"
      draggable={isMovable}
      style={isMovable ? { cursor: 'grab' } : {}}
      onDragStart={({ dataTransfer }: DragEvent) => dataTransfer.setData(dragType, `${release} ${time}`)}
    >
      <Stack gap={2} flex={1} style={{ minWidth: '10rem', overflowWrap: 'anywhere' }}>
        <Text size={1} weight="medium">
          <Link href={href}>
            <bdi>{title}</bdi>
          </Link>
        </Text>
        <Text size={1} muted>
          {at ? `${what} at ${formatTime(at).split(', ')[1]}` : what}
        </Text>
      </Stack>
      {isMovable && (
        <DialogButton text="Move to …" aria-label={`Move “${title}” to …`}>
          <MoveDialog title={title} at={at} move={(to) => move(release, to)} />
        </DialogButton>
      )}
    </Flex>
  );
}

function MoveDialog(props: { title: string; at: string; move(at: string): Promise<void> }) {
  const close = useCloseDialog();
  const [at, setAt] = useState<string | undefined>(props.at);
  const move = async () => {
    if (!at || Date.parse(at) <= Date.now())
      throw new ApiError('Enter a time in the future, for example tomorrow 9:00.');
    await props.move(at);
    close();
  };
  return (
    <ToolDialog title={`Move “${props.title}”`}>
      <Stack gap={3}>
        <Text as="label" size={1} weight="semibold" htmlFor="move-to">
          Goes live on
        </Text>
        <DateInput id="move-to" hasTime autoFocus value={at} onRead={setAt} />
      </Stack>
      <ActionButton text="Move" tone="primary" mode="default" action={move} />
    </ToolDialog>
  );
}

/** Returns a function that gives a scheduled release another time (ISO 8601), in one transaction. */
function useMove(onMoved: () => void): Move {
  const client = useClient({ apiVersion });
  const toast = useToast();
  return async (releaseId, at) => {
    try {
      if (Date.parse(at) <= Date.now()) throw new ApiError(`${formatTime(at)} has passed.`);
      await client.action([
        { actionType: 'sanity.action.release.unschedule', releaseId },
        {
          actionType: 'sanity.action.release.edit',
          releaseId,
          patch: { set: { 'metadata.intendedPublishAt': at } },
        },
        { actionType: 'sanity.action.release.schedule', releaseId, publishAt: at },
      ]);
      toast.push({ status: 'success', title: `Moved to ${formatTime(at)}` });
      onMoved();
    } catch (error) {
      const description = error instanceof Error ? error.message : undefined;
      toast.push({
        status: 'error',
        title: 'The schedule was not moved',
        ...(description && { description }),
      });
    }
  };
}

/** Returns the ends of payment links in a month; undefined if they cannot be loaded. Empty for users without payments. */
function useEndingLinks(month: string, isAllowed: boolean): CalendarItem[] | undefined {
  const { token = '' } = useClient({ apiVersion }).config();
  const [items, setItems] = useState<CalendarItem[] | undefined>([]);
  useEffect(() => {
    if (!isAllowed) return;
    let isCurrent = true;
    const query = { from: `${month}-01`, to: daysOf(month).at(-1) ?? '' };
    createStaffApi(token, 0, () => undefined)
      .payments.bills.ending.$get({ query })
      .then((response) => response.json())
      .then(({ bills }) =>
        bills.map(({ id, bill_number, customer_name, expires_at }) => ({
          key: id,
          day: dayInIndia(Date.parse(expires_at) - 1),
          what: 'Last day of the payment link',
          title: ['Bill', bill_number, customer_name].filter(Boolean).join(' '),
          target: { href: `/payments/links/${id}` },
        })),
      )
      .then(
        (found) => isCurrent && setItems(found),
        () => isCurrent && setItems(undefined),
      );
    return () => {
      isCurrent = false;
    };
  }, [month, token, isAllowed]);
  return items;
}
