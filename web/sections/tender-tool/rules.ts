import type { Section } from '#web/content/types.ts';
import { addDays } from '#web/contracts/india.ts';
import { computeShare } from '#web/contracts/money.ts';
import type { Tender } from './input-schemas.ts';

export type Tool = Extract<Section, { _type: 'tenderTool' }>;
export type TenderRule = NonNullable<Tool['rules'][number]>;

const isAmount = ({ use, low }: TenderRule) => /Security$/.test(use) && low !== null;
export const questionsIn = (rules: readonly TenderRule[]) => rules.filter(({ use }) => use === 'question');

/** An input of a form. `needs`: the rules of which one must apply before the tool asks; undefined if it always asks. */
export type Input = { name: string; needs?: readonly TenderRule[] };

/** Returns the inputs of a tool in addition to kind, buyer and bidder. */
export function listInputs(tool: Tool['tool'], rules: readonly TenderRule[]): Input[] {
  if (tool === 'papers') return ['closing', 'time', 'reference'].map((name) => ({ name }));
  if (tool === 'deposits') return ['value', 'price'].map((name) => ({ name, needs: rules.filter(isAmount) }));
  return questionsIn(rules).map((rule) => ({ name: rule._id, needs: [rule] }));
}

/** Returns the names of the inputs that matter for a tender. */
export const inputsFor = (inputs: readonly Input[], tender: Tender): string[] =>
  inputs
    .filter(({ needs }) => !needs || needs.some((rule) => appliesTo(rule, tender)))
    .map(({ name }) => name);

/** Returns the buyers to which one of the rules applies; undefined for all. */
export function listBuyers(rules: readonly TenderRule[]): string[] | undefined {
  const lists = rules.map(({ buyers }) => buyers ?? []);
  return lists.every((list) => list.length > 0) ? [...new Set(lists.flat())] : undefined;
}

/** Returns whether a rule has expired. Days are in Indian time (`2026-03-31`); a rule is valid on its last day. */
export const hasEnded = (rule: TenderRule, today: string) => rule.until < today;

/** Returns the valid notices for a tender: what the tools cannot answer, and who does. */
export const noticesFor = (rules: readonly TenderRule[], tender: Tender, today: string) =>
  rules.filter((rule) => rule.use === 'notice' && appliesTo(rule, tender) && !hasEnded(rule, today));

const fits = <One extends string>(list: readonly One[] | null, one: One) =>
  !list || list.length === 0 || list.includes(one);

const appliesTo = (rule: TenderRule, { kind, buyer, bidder }: Tender) =>
  fits(rule.kinds, kind) && fits(rule.buyers, buyer) && fits(rule.bidders, bidder);

/**
 * `low` and `high` are in paise. Nothing is due if `expiredExemption` was renewed.
 * `stated`: the rule has no percentage. `none`: no rule applies.
 */
export type Deposit = { use: 'bidSecurity' | 'performanceSecurity' } & (
  | { state: 'due'; rule: TenderRule; low: number; high: number; expiredExemption: TenderRule | undefined }
  | { state: 'exempt' | 'ended' | 'stated'; rule: TenderRule }
  | { state: 'none' }
);

/**
 * Returns the bid security, computed from the estimated value, and the performance security, computed from the price.
 * Both are in paise. If several rules apply, the first that has not expired is used.
 */
export function computeDeposits(
  rules: readonly TenderRule[],
  tender: Tender,
  { value, price }: { value: number; price: number },
  today: string,
): Deposit[] {
  const find = (use: TenderRule['use']) => {
    const fitting = rules.filter((rule) => rule.use === use && appliesTo(rule, tender));
    return fitting.find((rule) => !hasEnded(rule, today)) ?? fitting[0];
  };
  const deposit = (use: Deposit['use'], amount: number, exemption?: TenderRule): Deposit => {
    const rule = find(use);
    const expiredExemption = exemption && hasEnded(exemption, today) ? exemption : undefined;
    if (exemption && !expiredExemption) return { use, state: 'exempt', rule: exemption };
    if (!rule) return { use, state: 'none' };
    const { low, high } = rule;
    if (hasEnded(rule, today)) return { use, state: 'ended', rule };
    if (low === null || high === null) return { use, state: 'stated', rule };
    return {
      use,
      state: 'due',
      rule,
      low: computeShare(amount, low),
      high: computeShare(amount, high),
      expiredExemption,
    };
  };
  return [deposit('bidSecurity', value, find('exemption')), deposit('performanceSecurity', price)];
}

/** A document that a bid needs. `begin` is the day to start, or undefined if the rule has expired. */
export type RequiredDocument = { rule: TenderRule; begin: string | undefined; isLate: boolean };

/** Returns the documents that a bid needs, by start date. Documents of expired rules come last. */
export function requiredDocuments(
  rules: readonly TenderRule[],
  tender: Tender,
  closing: string,
  today: string,
): RequiredDocument[] {
  return rules
    .filter((rule) => rule.use === 'paper' && appliesTo(rule, tender))
    .map((rule) => {
      const begin = hasEnded(rule, today) ? undefined : workingDay(addDays(closing, -(rule.days ?? 0)));
      return { rule, begin, isLate: begin !== undefined && begin < today };
    })
    .sort((a, b) => ((a.begin ?? '~') < (b.begin ?? '~') ? -1 : 1));
}

/** Returns the day, or the Saturday before a Sunday. */
const workingDay = (day: string) => (new Date(day).getUTCDay() === 0 ? addDays(day, -1) : day);

export type Answer = 'yes' | 'no' | 'unsure';
/** `relaxed`: the condition is not met, but the buyer may relax it for this bidder. */
type PointState = 'met' | 'failed' | 'open' | 'relaxed' | 'ended';
export type Point = { rule: TenderRule; state: PointState; relaxation: TenderRule | undefined };

/**
 * Decides whether a firm can bid: not if a condition failed, and not yet if one is open, relaxed or expired. `unknown`
 * if no rule is valid. A condition that may be relaxed fails only if the buyer's relaxations are known and none is for
 * this bidder. Otherwise, it is open.
 */
export function eligibility(
  rules: readonly TenderRule[],
  tender: Tender,
  answers: Record<string, Answer>,
  today: string,
): { verdict: 'can' | 'fix' | 'cannot' | 'unknown'; points: Point[] } {
  const relaxations = rules.filter((rule) => rule.use === 'relaxation' && fits(rule.buyers, tender.buyer));
  const own = relaxations.filter((rule) => appliesTo(rule, tender));
  const relaxation = own.find((rule) => !hasEnded(rule, today));
  const isKnown = own.length === 0 && relaxations.some((rule) => !hasEnded(rule, today));
  const unmet = relaxation ? 'relaxed' : isKnown ? 'failed' : 'open';
  const points = questionsIn(rules)
    .filter((rule) => appliesTo(rule, tender))
    .map((rule): Point => ({ rule, state: findState(rule, unmet, answers[rule._id], today), relaxation }));
  const has = (state: PointState) => points.some((point) => point.state === state);
  if (points.every(({ state }) => state === 'ended')) return { verdict: 'unknown', points };
  if (has('failed')) return { verdict: 'cannot', points };
  return { verdict: points.every(({ state }) => state === 'met') ? 'can' : 'fix', points };
}

/** `unmet`: the state of a condition that may be relaxed and is not met. */
function findState(
  rule: TenderRule,
  unmet: PointState,
  answer: Answer | undefined,
  today: string,
): PointState {
  if (hasEnded(rule, today)) return 'ended';
  if (answer === rule.wanted) return 'met';
  if (answer === 'unsure' || answer === undefined || !rule.isMust) return 'open';
  return rule.mayBeRelaxed ? unmet : 'failed';
}
