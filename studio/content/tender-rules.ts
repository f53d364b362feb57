import { z } from 'zod';
import { daysFromToday, formatDay, hasPassed, ruleNoticeDays } from '#schemas/days.ts';
import type { Row } from '#studio/ui/rows.tsx';

export const rulesSchema = z.array(
  z.object({
    _id: z.string(),
    _type: z.string(),
    name: z.string().nullish(),
    source: z.string().nullish(),
    until: z.string(),
    toCheck: z.string().nullish(),
  }),
);

export const rulesQuery = `*[_type == "tenderRule" && defined(until) && !(_id in path("drafts.**"))] | order(until asc)
    {_id, _type, name, source, until, toCheck}`;

type Rule = z.infer<typeof rulesSchema>[number];
type EditHref = (id: string, type: string, field: string) => string;

const toRow = ({ _id, _type, name, source, toCheck }: Rule, editHref: EditHref): Row => ({
  key: _id,
  title: name ?? 'Tender rule',
  detail: `${toCheck ?? 'Compare the rule with its source.'} Source: ${source ?? 'none'}`,
  href: editHref(_id, _type, 'until'),
});

/** Returns a row with what to check for each tender rule that has ended or ends soon. */
export const endingRules = (rules: readonly Rule[], editHref: EditHref): Row[] =>
  rules
    .filter(({ until }) => until <= daysFromToday(ruleNoticeDays))
    .map((rule) => ({
      ...toRow(rule, editHref),
      badge: hasPassed(rule.until)
        ? { text: `Ended on ${formatDay(rule.until)}`, tone: 'critical' }
        : { text: `Ends on ${formatDay(rule.until)}`, tone: 'caution' },
    }));

/** Returns a row for each tender rule with a point that nobody has confirmed at its source. */
export const unconfirmedRules = (rules: readonly Rule[], editHref: EditHref): Row[] =>
  rules.filter(({ toCheck }) => toCheck).map((rule) => toRow(rule, editHref));
