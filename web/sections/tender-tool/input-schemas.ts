import { z } from 'zod';
import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';
import type { PageQuery } from '#web/content/types.ts';
import { day } from '#web/contracts/durations.ts';
import { startOfDay } from '#web/contracts/india.ts';
import { paiseOfValue } from '#web/contracts/money.ts';
import { singleLine } from '#web/contracts/text.ts';

/** Maximum characters of an input. */
const maxInputLength = 80;
/** In paise: ₹1,000 crore. */
const maxValue = 1_000_000_000_000;
/** Milliseconds. No tender notice is published more than two years before its closing date. */
const maxNotice = 2 * 366 * day;

const choiceSchema = <Titles extends object>(titles: Titles, message: string) =>
  z.custom<keyof Titles & string>(
    (value) => typeof value === 'string' && Object.hasOwn(titles, value),
    message,
  );

function amount(message: string, isOptional = false) {
  return z.string().transform((typed, context) => {
    const paise = paiseOfValue(typed);
    if (isOptional && typed === '') return undefined;
    if (paise !== undefined && paise > 0 && paise <= maxValue) return paise;
    context.addIssue(message);
    return z.NEVER;
  });
}

export const tenderSchema = z.object({
  kind: choiceSchema(kindTitles, 'Choose what is being bought'),
  buyer: choiceSchema(buyerTitles, 'Choose who is buying'),
  bidder: choiceSchema(bidderTitles, 'Choose who is bidding'),
});
export type Tender = z.output<typeof tenderSchema>;

const example = 'in rupees, for example 25,00,000, 25 lakh or 1.5 crore; at most 1,000 crore';

/** Schema of the deposits' input. Some buyers have no percentage, so their form needs no amounts. */
export const depositsSchema = (needsAmounts: boolean) =>
  needsAmounts
    ? tenderSchema.extend({
        value: amount(`Enter the estimated value ${example}`),
        price: amount(`Enter your price ${example}`, true),
      })
    : tenderSchema.extend({ value: z.undefined().catch(undefined), price: z.undefined().catch(undefined) });

/** Schema of the document list's input. `now` and `closes` are in milliseconds since 1970. */
export const papersSchema = (now: number) =>
  tenderSchema
    .extend({
      closing: z.iso.date('Enter the closing date as day, month and year'),
      time: z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, 'Enter the closing time, such as 15:00'),
      reference: z.string(),
    })
    .transform((input) => ({ ...input, closes: startOfDay(input.closing, input.time) }))
    .refine(({ closes }) => closes > now, { path: ['closing'], error: 'The closing date has passed' })
    .refine(({ closes }) => closes < now + maxNotice, {
      path: ['closing'],
      error: 'The closing date is more than two years away',
    });

export const eligibilitySchema = (questions: readonly { _id: string; name: string }[]) =>
  z.object({
    ...tenderSchema.shape,
    answers: z.object(
      Object.fromEntries(
        questions.map(({ _id, name }) => [_id, z.enum(['yes', 'no', 'unsure'], `Answer this: ${name}`)]),
      ),
    ),
  });

/** Reads the named inputs from the query string. Truncates inputs that are longer than any real answer. */
export const readInput = (query: PageQuery, names: readonly string[]): Record<string, string> =>
  Object.fromEntries(
    names.map((name) => [
      name,
      singleLine(query[name] ?? '')
        .slice(0, maxInputLength)
        .toWellFormed(),
    ]),
  );

/** Returns the error messages by field name, in the order of the form. */
export const errorsByField = ({ issues }: z.ZodError): Map<string, string> =>
  new Map(issues.map(({ path, message }) => [String(path.at(-1)), message]));
