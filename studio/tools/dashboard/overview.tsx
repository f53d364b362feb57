import { Button, Grid, Stack, Text } from '@sanity/ui';
import { getVersionFromId, isDraftId, useCurrentUser, useSchema, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { formatDay, hasPassed, isOver } from '#schemas/days.ts';
import { titleOf } from '#schemas/document-title.ts';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { textOf } from '#schemas/property.ts';
import { editsOpeningsOnly, readsOnly, userMay } from '#studio/access/roles.ts';
import { stateWords } from '#studio/content/state-words.ts';
import { endingRules, unconfirmedRules } from '#studio/content/tender-rules.ts';
import { mayReview, type Person, waitsFor } from '#studio/review/review.ts';
import { usePeople } from '#studio/review/use-review.ts';
import { Section } from '#studio/ui/elements.tsx';
import { formatTime, fromNow, pluralize } from '#studio/ui/labels.ts';
import { type Row, Rows, useEditHref } from '#studio/ui/rows.tsx';
import { useStaffQuery } from '#studio/ui/staff-api.ts';
import { scheduleItems } from './calendar-items.ts';
import type { Content } from './content.ts';
import type { SiteState } from './live.ts';
import { pausedRows } from './paused.ts';
import { tasksOf } from './tasks.ts';

export function Overview({ site }: { site: SiteState }) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  const rowOf = useRow();
  return (
    <Stack gap={5}>
      <WaitingForYou site={site} />
      <Section title="What would you like to do?">
        <Grid as="nav" aria-label="Usual tasks" gridTemplateColumns={[1, 2, 3, 4]} gap={3}>
          {tasksOf(user, site.home).map(({ title, path }) => (
            <Button
              key={title}
              as={Link}
              href={basePath + path}
              mode="ghost"
              tone="primary"
              justify="flex-start"
              padding={4}
              text={title}
            />
          ))}
        </Grid>
      </Section>
      {editsOpeningsOnly(user) && (
        <RowSection
          title="Job openings"
          rows={site.openings.map((one) => ({ ...rowOf(one), badge: stateOf(one) }))}
          empty="There are no job openings yet."
        />
      )}
      <Grid gridTemplateColumns={[1, 1, 2]} gap={5} style={{ alignItems: 'start' }}>
        <Stack gap={5}>
          {!readsOnly(user) && <Waiting site={site} />}
          <Scheduled site={site} />
        </Stack>
        <RowSection
          title="Recently edited"
          rows={site.edited.slice(0, 8).map((one) => ({ ...rowOf(one), badge: draftBadge(one) }))}
          empty="Nothing yet."
        />
      </Grid>
    </Stack>
  );
}

/**
 * Lists what colleagues ask the user to check, and what they approved for the user. Administrators also see what waits
 * for nobody who could check it.
 */
function WaitingForYou({ site: { reviews, approvals } }: { site: SiteState }) {
  const user = useCurrentUser();
  const rowOf = useRow();
  const people = usePeople();
  const mayAnswerForOthers = userMay(user, 'managePeople') && people.length > 0;
  const rows = reviews
    .filter(({ documentType: type, last }) => {
      const isFor = (one: Person) => mayReview(one, type) && waitsFor(one, last);
      return (user && isFor(user)) || (mayAnswerForOthers && !people.some(isFor));
    })
    .map(({ document: id, documentType: type, last: { name, toName, text, at }, latest }): Row => {
      // The Unicode isolates keep the order of the parts next to right-to-left text.
      const start = text && `\u2068${text.length > 120 ? `${text.slice(0, 120)}…` : text}\u2069`;
      const detail = [`${name} asks ${toName}`, start, fromNow(at)].filter(Boolean).join(' · ');
      return { ...rowOf({ id, type, latest }), detail, badge: { text: 'Please check', tone: 'primary' } };
    });
  const approved = approvals
    .filter(({ askedBy, last }) => user && askedBy.includes(user.id) && last.by !== user.id)
    .map(({ document: id, documentType: type, last: { name, at }, latest }): Row => {
      const detail = `${name} approved this text · ${fromNow(at)}`;
      return { ...rowOf({ id, type, latest }), detail, badge: { text: 'Approved', tone: 'positive' } };
    });
  return <RowSection title="Waiting for you" rows={[...rows, ...approved]} />;
}

function stateOf({ published }: Content): Row['badge'] {
  const until = textOf(published, 'validThrough');
  if (!published) return { text: stateWords.draft, tone: 'caution' };
  if (hasPassed(until)) return { text: `Closed after ${formatDay(until ?? null)}`, tone: 'default' };
  return { text: until ? `Open until ${formatDay(until)}` : 'On the site', tone: 'positive' };
}

function draftBadge({ latest, published }: Content): Row['badge'] {
  if (!isDraftId(latest._id)) return undefined;
  return { text: published ? stateWords.changed : stateWords.draft, tone: 'caution' };
}

function Waiting({ site: { drafts, paused, rules, settings, claims } }: { site: SiteState }) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  const rowOf = useRow();
  const editHref = useEditHref();
  // Errors are shown in the payments tool.
  const { data: money } = useStaffQuery(
    (api) => api.payments.today.$get(),
    '',
    userMay(user, 'handlePayments'),
  );
  const waiting = money?.actionItems.length ?? 0;
  const launch = editsOpeningsOnly(user)
    ? 0
    : launchPlaceholders(settings).length + claims.length + unconfirmedRules(rules, editHref).length;
  const rows: Row[] = [
    ...pausedRows(editsOpeningsOnly(user) ? [] : paused, basePath),
    {
      key: 'payments',
      title: waiting > 0 ? `${pluralize(waiting, 'item')} to review in Payments` : '',
      badge: { text: 'Money', tone: 'critical' },
      href: `${basePath}/payments/today`,
    },
    ...(editsOpeningsOnly(user) ? [] : endingRules(rules, editHref)),
    {
      key: 'launch',
      title: launch > 0 ? `${pluralize(launch, 'item')} on the launch checklist` : '',
      detail: 'Placeholders to fill in, claims and tender rules to confirm',
      href: `${basePath}/launch`,
    },
    ...drafts.map((one): Row => ({ ...rowOf(one), badge: draftBadge(one) })),
  ];
  return (
    <Section title="To do">
      <Rows rows={rows.filter(({ title }) => title)} empty="Nothing to do. Everything is published." />
      <Text size={1}>
        <Link href={`${basePath}/start/links`}>Links that lead nowhere</Link>
      </Text>
    </Section>
  );
}

/** Lists what happens next at a set time: schedules, releases and ends of pages. */
function Scheduled({ site: { schedule } }: { site: SiteState }) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  const rows = scheduleItems(schedule)
    .filter(({ at, type }) => !isOver(at) && (!editsOpeningsOnly(user) || type === 'jobOpening'))
    .slice(0, 5)
    .map(({ key, title, what, at, href }): Row => {
      return { key, title, detail: `${formatTime(at ?? '')} · ${what}`, href: basePath + href };
    });
  return <RowSection title="Scheduled" rows={rows} />;
}

/** A section with a list; nothing if the list is empty and there is no text for that. */
function RowSection({ title, rows, empty = '' }: { title: string; rows: Row[]; empty?: string }) {
  if (rows.length === 0 && !empty) return null;
  return (
    <Section title={title}>
      <Rows rows={rows} empty={empty} />
    </Section>
  );
}

function useRow() {
  const schema = useSchema();
  const editHref = useEditHref();
  return ({ id, type, latest }: Content): Row => {
    const kind = schema.get(type)?.title ?? type;
    const title = titleOf(latest, kind);
    const release = getVersionFromId(latest._id);
    return {
      key: id,
      title,
      detail: [title === kind ? '' : kind, fromNow(textOf(latest, '_updatedAt') ?? '')]
        .filter(Boolean)
        .join(' · '),
      href: editHref(id, type) + (release ? `?perspective=${release}` : ''),
    };
  };
}
