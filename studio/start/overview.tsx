import { Button, Grid, Stack, Tab, TabList, Text } from '@sanity/ui';
import { useState } from 'react';
import { getPublishedId, isDraftId, useCurrentUser, useSchema, useWorkspace } from 'sanity';
import { Link, useRouter } from 'sanity/router';
import { isClosed } from '#schemas/documents/job-opening.ts';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { editsOpeningsOnly, isAdministrator, readsOnly } from '#studio/roles.ts';
import { counted, fromNow } from '#studio/tools/payments/labels.ts';
import { type Edited, type SiteState, useAuthors, usePaymentHands } from './live.ts';
import { Panel, type Row, Rows, useEditHref } from './rows.tsx';
import { type Task, tasksOf } from './tasks.ts';

/** What somebody of a role comes for: their usual tasks, what waits, and what was edited last. */
export function Overview({ site }: { site: SiteState }) {
  const user = useCurrentUser();
  return (
    <Stack gap={5}>
      <Tasks home={site.home} />
      {editsOpeningsOnly(user) && <Openings openings={site.openings} />}
      <Grid gridTemplateColumns={[1, 1, 2]} gap={5} style={{ alignItems: 'start' }}>
        {!readsOnly(user) && <Waiting site={site} />}
        <Edits site={site} />
      </Grid>
    </Stack>
  );
}

function Tasks({ home }: Pick<SiteState, 'home'>) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  const { resolveIntentLink } = useRouter();
  const editHref = useEditHref();
  const hrefOf = ({ to }: Task) => {
    if ('create' in to) return resolveIntentLink('create', { type: to.create, template: to.create });
    if ('setting' in to) return editHref('siteSettings', 'siteSettings', to.setting);
    if (to.place !== 'testimonials') return `${basePath}/${to.place}`;
    const path = home?.testimonials ? `sections[_key=="${home.testimonials}"].testimonials` : 'sections';
    return home ? editHref(home.id, 'page', path) : `${basePath}/structure/page`;
  };
  return (
    <Panel title="What would you like to do?">
      <Grid as="nav" aria-label="Usual tasks" gridTemplateColumns={[1, 2, 3, 4]} gap={3}>
        {tasksOf(user).map((task) => (
          <Button
            key={task.title}
            as={Link}
            href={hrefOf(task)}
            mode="ghost"
            tone="primary"
            justify="flex-start"
            padding={4}
            icon={task.icon}
            text={task.title}
          />
        ))}
      </Grid>
    </Panel>
  );
}

/** The job openings with what visitors see of each. */
function Openings({ openings }: Pick<SiteState, 'openings'>) {
  const editHref = useEditHref();
  const published = new Set(openings.map(({ _id }) => _id).filter((id) => !isDraftId(id)));
  const rows = openings
    .filter(
      ({ _id }) =>
        isDraftId(_id) || !openings.some((one) => getPublishedId(one._id) === _id && isDraftId(one._id)),
    )
    .map(({ _id, title, validThrough }): Row => {
      const id = getPublishedId(_id);
      const closed = isClosed(validThrough ?? undefined);
      const badge = !published.has(id)
        ? ({ text: 'Not published yet', tone: 'caution' } as const)
        : closed
          ? ({ text: `Closed after ${validThrough}`, tone: 'default' } as const)
          : ({
              text: validThrough ? `Open until ${validThrough}` : 'On the site',
              tone: 'positive',
            } as const);
      const detail = isDraftId(_id) && published.has(id) ? 'Has changes that are not published' : undefined;
      return { key: id, title: title ?? 'Without a title', detail, badge, href: editHref(id, 'jobOpening') };
    });
  return (
    <Panel title="Job openings">
      <Rows rows={rows} empty="There are no job openings yet." />
    </Panel>
  );
}

/** What somebody should look at: what is not published, past its date, or still to be filled in. */
function Waiting({ site: { drafts, openings, settings } }: { site: SiteState }) {
  const user = useCurrentUser();
  const { basePath } = useWorkspace();
  const editHref = useEditHref();
  const rowOf = useEditedRow(drafts);
  const hands = usePaymentHands(isAdministrator(user)) ?? 0;
  const closed = openings.filter(
    ({ _id, validThrough }) => !isDraftId(_id) && isClosed(validThrough ?? undefined),
  );
  const launch = editsOpeningsOnly(user) ? 0 : launchPlaceholders(settings).length;
  const rows: Row[] = [
    ...(hands > 0
      ? [
          {
            key: 'payments',
            title: `${counted(hands, 'matter')} in Payments to look at`,
            badge: { text: 'Money', tone: 'critical' as const },
            href: `${basePath}/payments/today`,
          },
        ]
      : []),
    ...closed.map(({ _id, title, validThrough }) => ({
      key: `closed ${_id}`,
      title: title ?? 'Job opening',
      detail: `Closed after ${validThrough}: delete it, or give it another day`,
      badge: { text: 'Past its date', tone: 'caution' as const },
      href: editHref(_id, 'jobOpening'),
    })),
    ...(launch > 0
      ? [
          {
            key: 'launch',
            title: `${counted(launch, 'point')} of the launch checklist`,
            detail: 'Placeholders that only you can fill in',
            href: `${basePath}/launch`,
          },
        ]
      : []),
    ...drafts.map((draft) => ({
      ...rowOf(draft),
      badge: { text: 'Not published', tone: 'caution' as const },
    })),
  ];
  return (
    <Panel title="What waits">
      <Rows rows={rows} empty="Nothing waits. All that was written is published." />
      <Text size={1}>
        <Link href={`${basePath}/start/links`}>Links that lead nowhere</Link>
      </Text>
    </Panel>
  );
}

/** What was edited last, by everybody or by oneself. */
function Edits({ site: { edited } }: { site: SiteState }) {
  const user = useCurrentUser();
  const [isMine, setMine] = useState(false);
  const latest = edited.filter(
    ({ _id }, index) => edited.findIndex((one) => getPublishedId(one._id) === getPublishedId(_id)) === index,
  );
  const authors = useAuthors(latest);
  const rowOf = useEditedRow(latest);
  const shown = latest.filter(({ _id }) => !isMine || authors.get(_id)?.id === user?.id).slice(0, 8);
  return (
    <Panel title="Edited last">
      <TabList gap={1}>
        {[false, true].map((mine) => (
          <Tab
            key={String(mine)}
            id={`edits-${mine}`}
            aria-controls="edits"
            label={mine ? 'By me' : 'By everybody'}
            selected={mine === isMine}
            onClick={() => setMine(mine)}
          />
        ))}
      </TabList>
      <div id="edits" role="tabpanel" aria-labelledby={`edits-${isMine}`}>
        <Rows rows={shown.map(rowOf)} empty="Nothing yet." />
      </div>
    </Panel>
  );
}

/** A document as a row that says when it was changed, and by whom. */
function useEditedRow(documents: Edited[]) {
  const types = useSchema();
  const editHref = useEditHref();
  const authors = useAuthors(documents);
  const user = useCurrentUser();
  return ({ _id, _type, _updatedAt, title }: Edited): Row => {
    const type = types.get(_type)?.title ?? _type;
    const author = authors.get(_id);
    const name = author && author.id === user?.id ? 'you' : author?.displayName;
    const by = name ? ` by ${name}` : '';
    return {
      key: _id,
      title: title ?? type,
      detail: `${title ? `${type} · ` : ''}${fromNow(_updatedAt)}${by}`,
      href: editHref(getPublishedId(_id), _type),
    };
  };
}
