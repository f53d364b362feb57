import { ChevronLeftIcon } from '@sanity/icons/ChevronLeft';
import { ChevronRightIcon } from '@sanity/icons/ChevronRight';
import { Button, type ButtonProps, Card, Heading, Stack, Text } from '@sanity/ui';
import { type DragEvent, useState } from 'react';
import { LoadingBlock, useCurrentUser, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { today } from '#schemas/days.ts';
import { editsOpeningsOnly, userMay } from '#studio/access/roles.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { MoveDialog, useMove } from '#studio/documents/move-schedule.tsx';
import { Note, Problem, Screen } from '#studio/ui/elements.tsx';
import { DialogButton } from '#studio/ui/forms.tsx';
import { formatMonth, formatTime } from '#studio/ui/labels.ts';
import { LoadError } from '#studio/ui/rows.tsx';
import { useFocusHome, useStaffQuery } from '#studio/ui/staff-api.ts';
import { useAttempt } from '#studio/ui/use-attempt.ts';
import { addDays, spreadsheetTime, startOfDay } from '#web/contracts/india.ts';
import {
  byTime,
  type CalendarItem,
  calendarItems,
  calendarQuery,
  calendarSchema,
  linkItem,
} from './calendar-items.ts';

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
  const days = daysOf(month);
  const { data, hasFailed } = useLiveQuery(calendarSchema, calendarQuery);
  const links = useStaffQuery(
    (api, from) => api.payments.bills.ending.$get({ query: { from, to: days.at(-1) ?? from } }),
    `${month}-01`,
    userMay(user, 'handlePayments'),
  );
  // A moved schedule takes its focused button to another day.
  useFocusHome(data);
  const isShown = ({ type }: CalendarItem) => !editsOpeningsOnly(user) || type === 'jobOpening';
  const own = data ? calendarItems(data).filter(isShown) : [];
  const items = [...own, ...(links.data?.bills ?? []).map(linkItem)].sort(byTime);
  const goTo = (days: number, icons: Pick<ButtonProps, 'icon' | 'iconRight'>) => {
    const other = addDays(`${month}-01`, days).slice(0, 7);
    return <Button {...icons} mode="ghost" text={formatMonth(other)} onClick={() => setMonth(other)} />;
  };
  return (
    <Screen
      title="Calendar"
      actions={
        <>
          {goTo(-1, { icon: ChevronLeftIcon })}
          {goTo(31, { iconRight: ChevronRightIcon })}
        </>
      }
    >
      <Text size={1} muted>
        This calendar lists planned changes and planned ends. All times are in India.
        {userMay(user, 'editContent') &&
          ' To move a schedule, select “Move to …”. With a mouse, you can also drag it to another day.'}
      </Text>
      {hasFailed && <LoadError what="The calendar" />}
      <Problem problem={links.problem} canRetry />
      <Heading as="h2" size={1} aria-live="polite">
        {formatMonth(month)}
      </Heading>
      {!data && !hasFailed && <LoadingBlock showText />}
      {data && !items.some(({ day }) => day.startsWith(month)) && (
        <Note>Nothing is planned in {formatMonth(month)}.</Note>
      )}
      {data && (
        <ol className="staff-month">
          {days.map((day) => (
            <Day key={day} day={day} items={items.filter((item) => item.day === day)} />
          ))}
        </ol>
      )}
    </Screen>
  );
}

/** The dragged schedule: its release and time of day in India. */
const dragType = 'application/x-schedule';

function Day({ day, items }: { day: string; items: CalendarItem[] }) {
  const move = useMove();
  const { attempt } = useAttempt();
  const [isTarget, setTarget] = useState(false);
  const dragOver = (event: DragEvent) => {
    if (!event.dataTransfer.types.includes(dragType) || day < today()) return;
    event.preventDefault();
    setTarget(true);
  };
  const drop = (event: DragEvent) => {
    setTarget(false);
    const [release = '', time] = event.dataTransfer.getData(dragType).split(' ');
    if (!release) return;
    event.preventDefault();
    const at = new Date(startOfDay(day, time)).toISOString();
    attempt(`The schedule could not be moved to ${formatTime(at)}`, () => move(release, at));
  };
  return (
    <Card
      as="li"
      tone={isTarget ? 'primary' : day === today() ? 'suggest' : 'default'}
      padding={2}
      data-empty={items.length === 0}
      style={day.endsWith('-01') ? { gridColumnStart: new Date(day).getUTCDay() || 7 } : {}}
      aria-current={day === today() ? 'date' : undefined}
      onDragOver={dragOver}
      onDragLeave={() => setTarget(false)}
      onDrop={drop}
    >
      <Stack gap={3}>
        <Text size={1} weight={items.length > 0 ? 'semibold' : 'regular'} muted={items.length === 0}>
          <time dateTime={day}>{weekday(day)}</time>
        </Text>
        {items.length > 0 && (
          <Stack as="ul" gap={4} style={{ listStyle: 'none', margin: 0, padding: 0 }}>
            {items.map((item) => (
              <Item key={item.key} item={item} />
            ))}
          </Stack>
        )}
      </Stack>
    </Card>
  );
}

function Item({ item: { what, title, at, release, href } }: { item: CalendarItem }) {
  const move = useMove();
  const mayMove = userMay(useCurrentUser(), 'editContent');
  const { basePath } = useWorkspace();
  const isMovable = mayMove && release !== undefined && at !== undefined;
  const drag = ({ dataTransfer }: DragEvent) =>
    at && dataTransfer.setData(dragType, `${release} ${spreadsheetTime(at).slice(11, 16)}`);
  return (
    <Stack
      as="li"
      gap={2}
      draggable={isMovable}
      style={{ overflowWrap: 'anywhere', ...(isMovable && { cursor: 'grab' }) }}
      onDragStart={drag}
    >
      <Text size={1} weight="medium">
        <Link href={basePath + href}>
          <bdi>{title}</bdi>
        </Link>
      </Text>
      <Text size={1} muted>
        {at ? `${formatTime(at).split(', ')[1]} · ${what}` : what}
      </Text>
      {isMovable && (
        <DialogButton text="Move to …" aria-label={`Move “${title}” to …`}>
          <MoveDialog title={title} from={at} move={(to) => move(release, to)} />
        </DialogButton>
      )}
    </Stack>
  );
}
