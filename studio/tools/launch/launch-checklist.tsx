import { Stack, Text } from '@sanity/ui';
import { LoadingBlock, useEditState } from 'sanity';
import { z } from 'zod';
import { claimsQuery, findClaims } from '#schemas/claims.ts';
import { findPromises, promiseSourcesQuery } from '#schemas/find-promises.ts';
import { launchPlaceholders } from '#schemas/launch-placeholders.ts';
import { useLiveQuery } from '#studio/content/live-query.ts';
import { stateWords } from '#studio/content/state-words.ts';
import { rulesQuery, rulesSchema, unconfirmedRules } from '#studio/content/tender-rules.ts';
import { Screen, Section } from '#studio/ui/elements.tsx';
import { LoadError, type Row, Rows, useEditHref } from '#studio/ui/rows.tsx';

/** Lists placeholders that only the owner can replace, with links to their fields. */
export function LaunchChecklist() {
  const { ready, draft, published } = useEditState('siteSettings', 'siteSettings');
  const editHref = useEditHref();
  if (!ready) return <LoadingBlock showText />;
  const leftInDraft = new Set(launchPlaceholders(draft ?? published).map(({ title }) => title));
  const rows = launchPlaceholders(published).map(({ title, value, advice, field }): Row => {
    const isFilledIn = !leftInDraft.has(title);
    return {
      key: title,
      title: `${title}: ${value || 'empty'}`,
      detail: isFilledIn ? 'Filled in, but not published yet. Publish Site settings.' : advice,
      ...(isFilledIn ? { badge: { text: stateWords.changed, tone: 'caution' } } : {}),
      href: editHref('siteSettings', 'siteSettings', field),
    };
  });
  return (
    <Stack style={{ maxWidth: '40rem' }}>
      <Screen title="Launch checklist">
        <Text muted size={1}>
          The site was delivered with placeholders for details that only you know. Visitors see the published
          values.
        </Text>
        <Rows rows={rows} empty="No placeholder is left in Site settings." />
        <Claims />
        <Rules />
      </Screen>
    </Stack>
  );
}

const states = {
  missing: { text: 'Not confirmed', tone: 'critical' },
  expired: { text: 'Expired', tone: 'critical' },
  sample: { text: 'Sample', tone: 'caution' },
  confirmed: { text: 'Confirmed', tone: 'positive' },
} as const;
const order = Object.keys(states);
const claimsSchema = z.array(z.unknown()).transform(findClaims);
const query = { fetch: claimsQuery, listen: '*[_type in $types]' };
const promisesSchema = z.array(z.unknown()).transform(findPromises);
const promisesLiveQuery = { fetch: promiseSourcesQuery, listen: '*[_id == "siteSettings"]' };
/** Lists published claims with links to their evidence, confirmed claims last. */
function Claims() {
  const editHref = useEditHref();
  const { data, hasFailed } = useLiveQuery(claimsSchema, query);
  const { data: unlisted, hasFailed: isUnread } = useLiveQuery(promisesSchema, promisesLiveQuery);
  if (hasFailed || isUnread) return <LoadError what="The list of claims" />;
  if (!data || !unlisted) return <LoadingBlock showText />;
  const claims = [...data, ...unlisted];
  const rows = claims
    .toSorted((a, b) => order.indexOf(a.state) - order.indexOf(b.state))
    .map(({ id, type, path, kind, title, state }) => ({
      key: id + path + title,
      title: `${kind}: ${title}`,
      badge: states[state],
      href: editHref(id, type, path),
    }));
  const open = claims.filter(({ state }) => state !== 'confirmed').length;
  return (
    <Section title={`Claims on the site: ${open} of ${claims.length} not confirmed`}>
      <Text muted size={1}>
        For each claim, enter its source and who checked it, then publish. Until then, the public site shows
        figures and promises, but leaves out other claims and the pages that need one. If a promise is not in
        Site settings yet, its link opens the text that makes it. In that case, reword the text, use a figure,
        or add the promise in Site settings, under Promises in texts.
      </Text>
      <Rows rows={rows} empty="There are no claims." />
    </Section>
  );
}

const rulesLiveQuery = { fetch: rulesQuery, listen: '*[_type == "tenderRule"]' };

/** Lists tender rules that nobody has confirmed at their source, with what to check. */
function Rules() {
  const editHref = useEditHref();
  const { data, hasFailed } = useLiveQuery(rulesSchema, rulesLiveQuery);
  if (hasFailed) return <LoadError what="The list of tender rules" />;
  if (!data) return <LoadingBlock showText />;
  const rows = unconfirmedRules(data, editHref);
  return (
    <Section title={`Tender rules: ${rows.length} to check at the source`}>
      <Text muted size={1}>
        Check each point at the source. Then correct the rule, empty Still to check, enter the day under
        Checked on, and publish. Until then, visitors read that the rule is not confirmed.
      </Text>
      <Rows rows={rows} empty="Every tender rule is confirmed." />
    </Section>
  );
}
