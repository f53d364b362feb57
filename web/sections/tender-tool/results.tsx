import type { ReactNode } from 'react';
import { Day } from '#web/components/day/day.tsx';
import { dayInIndia } from '#web/contracts/india.ts';
import { shortRupees } from '#web/contracts/money.ts';
import {
  depositsSchema,
  eligibilitySchema,
  errorsByField,
  papersSchema,
  tenderSchema,
} from './input-schemas.ts';
import {
  computeDeposits,
  type Deposit,
  eligibility,
  inputsFor,
  listInputs,
  noticesFor,
  questionsIn,
  type RequiredDocument,
  requiredDocuments,
  type TenderRule,
  type Tool,
} from './rules.ts';

export type ToolResult =
  | { problems: Map<string, string> }
  | ({ notices: TenderRule[] } & (
      | { deposits: Deposit[] }
      | { papers: RequiredDocument[]; closes: number }
      | ReturnType<typeof eligibility>
    ));

/** Evaluates the form's input. Returns the result, or an error for each wrong field. `now` is in milliseconds since 1970. */
export function evaluateTool(
  tool: Tool['tool'],
  rules: readonly TenderRule[],
  typed: Record<string, string>,
  now: number,
): ToolResult {
  const today = dayInIndia(now);
  const asked = inputsAsked(tool, rules, typed);
  if (tool === 'deposits') {
    const { data, error } = depositsSchema(asked.length > 0).safeParse(typed);
    if (!data) return { problems: errorsByField(error) };
    const { value = 0, price = value } = data;
    return {
      notices: noticesFor(rules, data, today),
      deposits: computeDeposits(rules, data, { value, price }, today),
    };
  }
  if (tool === 'papers') {
    const { data, error } = papersSchema(now).safeParse(typed);
    if (!data) return { problems: errorsByField(error) };
    const papers = requiredDocuments(rules, data, data.closing, today);
    return { notices: noticesFor(rules, data, today), papers, closes: data.closes };
  }
  const questions = questionsIn(rules).filter(({ _id }) => asked.includes(_id));
  const { data, error } = eligibilitySchema(questions).safeParse({ ...typed, answers: typed });
  if (!data) return { problems: errorsByField(error) };
  return { notices: noticesFor(rules, data, today), ...eligibility(rules, data, data.answers, today) };
}

/** Returns the names of the inputs that matter for the chosen tender; all if the choice is incomplete. */
export function inputsAsked(
  tool: Tool['tool'],
  rules: readonly TenderRule[],
  typed: Record<string, string>,
): string[] {
  const inputs = listInputs(tool, rules);
  const { data: tender } = tenderSchema.safeParse(typed);
  return tender ? inputsFor(inputs, tender) : inputs.map(({ name }) => name);
}

type Props = {
  result: Exclude<ToolResult, { problems: unknown }>;
  section: Tool;
  /** The visitor's input, one line for each answer. The rows of an eligibility check repeat all but the first three. */
  lines: readonly string[];
  /** The page's path and the form's input, for the calendar file. */
  query: Record<string, string>;
  children: ReactNode;
};

/** Shows the result with the source of each rule. `children` are links to the agency. */
export function ToolResults({ result, section, lines, query, children }: Props) {
  return (
    // The address names this element, so a focusable one gets the focus.
    <div id="answer" tabIndex={-1} className="ruled mr-2 mb-8 max-w-measure p-5 md:p-8">
      <h2 className="title mb-4">{section.resultHeading}</h2>
      <p className="mb-2 whitespace-pre-line text-muted text-sm" dir="auto">
        {('verdict' in result ? lines.slice(0, 3) : lines).join('\n')}
      </p>
      <p className="mb-4 font-semibold">{section.decidesText}</p>
      {result.notices.map((rule) => (
        <Row key={rule._id} rule={rule} section={section} />
      ))}
      {'verdict' in result && result.verdict !== 'unknown' ? (
        <p className="display mb-2 text-xl" dir="auto">
          {section[`${result.verdict}Text`]}
        </p>
      ) : null}
      <Rows result={result} section={section} />
      <p className="mt-6 flex flex-wrap gap-4 print:hidden">
        {children}
        {'papers' in result ? (
          <a className="action" href={`/api/tender-dates?${new URLSearchParams(query)}`} download="">
            {section.calendarLabel}
          </a>
        ) : null}
      </p>
    </div>
  );
}

function Rows({ result, section }: Pick<Props, 'result' | 'section'>) {
  if ('deposits' in result)
    return result.deposits
      .filter(({ state }) => state !== 'none' || result.notices.length === 0)
      .map((deposit) => <DepositRow key={deposit.use} deposit={deposit} section={section} />);
  if ('verdict' in result)
    return result.points.map(({ rule, state, relaxation }) => (
      <Row
        key={rule._id}
        rule={(state === 'relaxed' && relaxation) || rule}
        name={rule.name}
        section={section}
        isEnded={state === 'ended'}
      >
        {state === 'ended' ? null : section[`${state}Text`]}
      </Row>
    ));
  return result.papers.map(({ rule, begin, isLate }) => (
    <Row key={rule._id} rule={rule} section={section} isEnded={!begin}>
      {isLate ? section.lateText : begin ? <Day date={begin} /> : null}
    </Row>
  ));
}

function DepositRow({ deposit, section }: { deposit: Deposit; section: Tool }) {
  const { use, state } = deposit;
  const name = section.rules.find((rule) => rule?.use === use)?.name;
  if (state === 'none') return <Row section={section} name={name} text={section.noRuleText} />;
  const { rule } = deposit;
  const isSpan = state === 'due' && deposit.low !== deposit.high;
  return (
    <>
      <Row rule={rule} name={name} section={section} isEnded={state === 'ended'}>
        {state === 'exempt' ? section.exemptText : null}
        {state === 'due' ? (
          <span className="figure-value text-xl whitespace-normal wrap-anywhere">
            {`${shortRupees(deposit.low)}${isSpan ? ` – ${shortRupees(deposit.high)}` : ''}`}
          </span>
        ) : null}
      </Row>
      {state === 'due' && deposit.expiredExemption ? (
        <Row rule={deposit.expiredExemption} section={section} isEnded />
      ) : null}
    </>
  );
}

type RowProps = {
  section: Tool;
  rule?: TenderRule;
  /** Shown instead of the rule's name. */
  name?: string | undefined;
  text?: string | null;
  isEnded?: boolean;
  children?: ReactNode;
};

/** Shows a rule with its source. An expired rule shows only that it has expired. */
function Row({ section, rule, name = rule?.name, text = rule?.text, isEnded, children }: RowProps) {
  return (
    <div className="line-t py-4">
      <p className="flex flex-wrap items-baseline justify-between gap-x-6 font-semibold" dir="auto">
        <span>{name}</span>
        {rule?.exceptions && !isEnded ? (
          <span className="basis-full font-normal">{rule.exceptions}</span>
        ) : null}
        <span className="tabular">{children}</span>
      </p>
      <p className="text-muted text-sm" dir="auto">
        {isEnded ? section.endedText : text}
      </p>
      {rule ? (
        <p className="text-muted text-sm">
          {section.sourceLabel}:{' '}
          <a className="link" href={rule.sourceUrl} target="_blank" rel="noopener">
            {rule.source}
          </a>
          {rule.sourceDate ? ', ' : null}
          {rule.sourceDate ? <Day date={rule.sourceDate} /> : null}; {section.checkedLabel}{' '}
          <Day date={rule.checkedOn} />; {section.untilLabel} <Day date={rule.until} />.{' '}
          {rule.isUnconfirmed ? section.unconfirmedText : null}
        </p>
      ) : null}
    </div>
  );
}
