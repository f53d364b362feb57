import { Button, Grid, Stack } from '@sanity/ui';
import { getVersionFromId, isDraftId, useCurrentUser, useSchema, useWorkspace } from 'sanity';
import { Link } from 'sanity/router';
import { formatDay, hasPassed, today } from '#schemas/days.ts';
import { titleOf } from '#schemas/document-title.ts';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { textOf } from '#schemas/property.ts';
import { editsOpeningsOnly, readsOnly, userMay } from '#studio/access/roles.ts';
import { stateWords } from '#studio/content/state-words.ts';
import { endingRules, unconfirmedRules } from '#studio/content/tender-rules.ts';
import { waitsFor } from '#studio/review/review.ts';
import { Section } from '#studio/ui/elements.tsx';
import { formatTime, fromNow, pluralize } from '#studio/ui/labels.ts';
import { type Row, Rows, useEditHref } from '#studio/ui/rows.tsx';
import { useStaffQuery } from '#studio/ui/staff-api.ts';
import { comingItems, lastComingDay } from './coming-up.ts';
import type { Content } from './content.ts';
import type { SiteState } from './live.ts';
import { pausedRows } from './paused.ts';
import { tasksOf } from './tasks.ts';

export function Overview({ site }: { site: SiteState }) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  const toRow = useRow();
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
          rows={site.openings.map((one) => ({ ...toRow(one), badge: stateOf(one) }))}
          empty="There are no job openings yet."
        />
      )}
      <Grid gridTemplateColumns={[1, 1, 2]} gap={5} style={{ alignItems: 'start' }}>
        <Stack gap={5}>
          {!readsOnly(user) && <Waiting site={site} />}
          <ComingUp site={site} />
        </Stack>
        <RowSection
          title="Recently edited"
          rows={site.edited.slice(0, 8).map((one) => ({ ...toRow(one), badge: draftBadge(one) }))}
          empty="Nothing yet."
        />
      </Grid>
    </Stack>
  );
}

/** Lists what colleagues ask the user to check, and what they approved for the user. */
function WaitingForYou({ site: { reviews, approvals } }: { site: SiteState }) {
  const user = useCurrentUser();
  const toRow = useRow();
  const rows = reviews
    .filter(({ documentType, last }) => waitsFor(user, documentType, last))
    .map(({ document: id, documentType: type, last: { name, text, at }, latest }): Row => {
      // The Unicode isolates keep the order of the parts next to right-to-left text.
      const start = text && `\u2068${text.length > 120 ? `${text.slice(0, 120)}…` : text}\u2069`;
      const detail = [`${name} asks for a check`, start, fromNow(at)].filter(Boolean).join(' · ');
      return { ...toRow({ id, type, latest }), detail, badge: { text: 'Please check', tone: 'primary' } };
    });
  const approved = approvals
    .filter(({ askedBy, last }) => user && askedBy.includes(user.id) && last.by !== user.id)
    .map(({ document: id, documentType: type, last: { name, at }, latest }): Row => {
      const detail = `${name} approved this text · ${fromNow(at)}`;
      return { ...toRow({ id, type, latest }), detail, badge: { text: 'Approved', tone: 'positive' } };
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
  const toRow = useRow();
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
    : launchPlaceholders(settings).length +
      claims.filter(({ state }) => state !== 'confirmed').length +
      unconfirmedRules(rules, editHref).length;
  const rows: Row[] = [
    ...(money?.conditions ?? []).map(
      ({ id, title, detail, severity }): Row => ({
        key: id,
        title,
        detail,
        badge: { text: 'Site', tone: severity === 'error' ? 'critical' : 'caution' },
        href: `${basePath}/payments/today`,
      }),
    ),
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
    ...drafts.map((one): Row => ({ ...toRow(one), badge: draftBadge(one) })),
  ];
  return (
    <Section title="To do">
      <Rows rows={rows.filter(({ title }) => title)} empty="Nothing to do. Everything is published." />
    </Section>
  );
}

/** Lists what goes out and what ends in the next 90 days. */
function ComingUp({ site: { dated, claims } }: { site: SiteState }) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  // Errors are shown in the payments tool.
  const { data: links } = useStaffQuery(
    (api) => api.payments.bills.ending.$get({ query: { from: today(), to: lastComingDay() } }),
    '',
    userMay(user, 'handlePayments'),
  );
  const rows = comingItems(dated, claims, links?.bills ?? [])
    .filter(({ type }) => !editsOpeningsOnly(user) || type === 'jobOpening')
    .map(({ key, title, what, day, at, href }): Row => {
      const when = at ? formatTime(at) : formatDay(day);
      return { key, title, detail: `${when} · ${what}`, href: basePath + href };
    });
  return <RowSection title="Coming up" rows={rows} />;
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
