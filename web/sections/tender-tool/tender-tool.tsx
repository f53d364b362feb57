import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';
import { drawArt } from '#web/components/drawings/art.tsx';
import { ErrorSummary } from '#web/components/error-summary/error-summary.tsx';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { Field, TextField } from '#web/components/field/field.tsx';
import { Action } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import { actionFields, artProjection } from '#web/content/projections.ts';
import type { PageQuery, Section as PageSection, SectionProps } from '#web/content/types.ts';
import { paiseOfValue, shortRupees } from '#web/contracts/money.ts';
import { readInput } from './input-schemas.ts';
import { evaluateTool, inputsAsked, ToolResults } from './results.tsx';
import { listBuyers, listInputs, questionsIn, type TenderRule } from './rules.ts';

export const tenderToolFields = `
  tool, kindLabel, buyerLabel, bidderLabel, chooseLabel, submitLabel, resultHeading, decidesText, changeLabel,
  noRuleText, endedText, sourceLabel, checkedLabel, untilLabel, unconfirmedText,
  valueLabel, valueHelp, priceLabel, exemptText,
  closingLabel, timeLabel, referenceLabel, closingText, lateText, calendarLabel,
  yesLabel, noLabel, unsureLabel, canText, fixText, cannotText, metText, failedText, openText, relaxedText,
  sendAction{${actionFields}},
  rules[]->{
    _id, _type, use, name, text, exceptions, kinds, buyers, bidders, low, high, days, wanted, isMust, mayBeRelaxed,
    source, sourceDate, sourceUrl, checkedOn, until, "isUnconfirmed": defined(toCheck)
  },
  ${artProjection}
`;

const choices = { kind: kindTitles, buyer: buyerTitles, bidder: bidderTitles };
const checkHeading = 'Please check these answers';

/** Renders a form and, after submitting, its result on the same page. Each rule has a source and an expiry date. */
export function TenderTool(props: SectionProps<'tenderTool'>) {
  const { section, site, path, query } = props;
  const rules = section.rules.flatMap((rule) => rule ?? []);
  const isSubmitted = query?.tool === section.tool;
  const typed = typedIn(section, rules, isSubmitted ? query : { time: '15:00' });
  const result = isSubmitted ? evaluateTool(section.tool, rules, typed, Date.now()) : undefined;
  const problems = result && 'problems' in result ? result.problems : new Map<string, string>();
  const form = (
    <form
      action={`${path}#answer`}
      {...agentTool(`prepare_tender_${section.tool}`, 'Fills in the facts of a tender. A person sends them.')}
      className="by-buyer panel grid max-w-measure gap-5 p-5 md:p-8"
    >
      <input type="hidden" name="tool" value={section.tool} />
      <Inputs section={section} typed={typed} problems={problems} rules={rules} />
      <button type="submit" className="action action-primary justify-self-start">
        {section.submitLabel}
      </button>
    </form>
  );
  const hasAnswer = result && !('problems' in result);
  const lines = hasAnswer ? listLines(section, rules, typed) : [];
  return (
    <Section {...props} head="left" aside={isSubmitted ? null : drawArt(props)}>
      <ErrorSummary
        takesFocus
        heading={checkHeading}
        problems={[...problems].map(([name, message]) => [toFieldId(section, name), message])}
      />
      {hasAnswer ? (
        <>
          <ToolResults result={result} section={section} lines={lines} query={{ path, ...typed }}>
            <Action
              action={section.sendAction}
              site={site}
              message={[section.heading, ...lines].join('\n')}
            />
          </ToolResults>
          <details className="print:hidden">
            <summary className="link flex min-h-11 items-center">{section.changeLabel}</summary>
            {form}
          </details>
        </>
      ) : (
        form
      )}
    </Section>
  );
}

/** Returns the browser's title of a submitted form, without the page's own title; undefined for other requests. */
export function submittedTitle(sections: readonly PageSection[], query: PageQuery): string | undefined {
  const section = sections.find((one) => one._type === 'tenderTool' && one.tool === query.tool);
  if (section?._type !== 'tenderTool') return undefined;
  const rules = section.rules.flatMap((rule) => rule ?? []);
  const typed = typedIn(section, rules, query);
  if ('problems' in evaluateTool(section.tool, rules, typed, Date.now())) return checkHeading;
  const chosen = Object.entries(choices).map(([name, titles]) => titleIn(titles, typed[name] ?? ''));
  return `${section.resultHeading}: ${chosen.join(', ')}`;
}

type Tool = SectionProps<'tenderTool'>['section'];
type InputsProps = {
  section: Tool;
  typed: Record<string, string>;
  problems: Map<string, string>;
  rules: readonly TenderRule[];
};

const typedIn = (section: Tool, rules: readonly TenderRule[], query: PageQuery) =>
  readInput(query, [...Object.keys(choices), ...listInputs(section.tool, rules).map(({ name }) => name)]);

const titleIn = (titles: Record<string, string>, value: string) => titles[value] ?? value;

const toFieldId = ({ _key }: Tool, name: string) => `${_key}-${name}`;

const listLabels = (section: Tool, rules: readonly TenderRule[]): Record<string, string | null> => ({
  kind: section.kindLabel,
  buyer: section.buyerLabel,
  bidder: section.bidderLabel,
  value: section.valueLabel,
  price: section.priceLabel,
  closing: section.closingLabel,
  time: section.timeLabel,
  reference: section.referenceLabel,
  ...Object.fromEntries(questionsIn(rules).map(({ _id, name }) => [_id, name])),
});

const answerLabels = ({ yesLabel, noLabel, unsureLabel }: Tool) => ({
  yes: yesLabel ?? 'Yes',
  no: noLabel ?? 'No',
  unsure: unsureLabel ?? 'Not sure',
});

function Inputs({ section, typed, problems, rules }: InputsProps) {
  const labels = listLabels(section, rules);
  // A style hides what the chosen buyer does not need. A hidden required input would block the form, so only the server asks.
  const buyers = new Map(
    listInputs(section.tool, rules).map(({ name, needs }) => [name, needs && listBuyers(needs)]),
  );
  const field = (name: string) => ({
    id: toFieldId(section, name),
    label: labels[name] ?? '',
    error: problems.get(name),
  });
  const input = (name: string) => ({ name, defaultValue: typed[name] });
  const text = (name: string) => ({ ...input(name), maxLength: 80, autoComplete: 'off' });
  const options = (titles: Record<string, string>) =>
    Object.entries(titles).map(([value, title]) => (
      <option key={value} value={value}>
        {title}
      </option>
    ));
  return (
    <>
      {Object.entries(choices).map(([name, titles]) => (
        <Field key={name} {...field(name)}>
          {(attributes) => (
            <select {...attributes} name={name} defaultValue={typed[name]} required>
              <option value="">{section.chooseLabel}</option>
              {options(titles)}
            </select>
          )}
        </Field>
      ))}
      {section.tool === 'deposits' ? (
        <>
          <div data-buyers={buyers.get('value')?.join(' ')}>
            <TextField
              {...field('value')}
              help={section.valueHelp}
              input={{ ...text('value'), required: !buyers.get('value') }}
            />
          </div>
          <div data-buyers={buyers.get('price')?.join(' ')}>
            <TextField {...field('price')} input={text('price')} />
          </div>
        </>
      ) : null}
      {section.tool === 'papers' ? (
        <>
          <TextField {...field('closing')} input={{ ...input('closing'), type: 'date', required: true }} />
          <TextField {...field('time')} input={{ ...input('time'), type: 'time', required: true }} />
          <TextField {...field('reference')} input={text('reference')} />
        </>
      ) : null}
      {questionsIn(section.tool === 'eligibility' ? rules : []).map(({ _id }) => (
        <Question
          key={_id}
          {...field(_id)}
          buyers={buyers.get(_id)}
          name={_id}
          answers={Object.entries(answerLabels(section))}
          typed={typed[_id]}
        />
      ))}
    </>
  );
}

type QuestionProps = {
  id: string;
  name: string;
  buyers: readonly string[] | undefined;
  label: string;
  error: string | undefined;
  answers: [value: string, label: string][];
  typed: string | undefined;
};

function Question({ id, name, buyers, label, error, answers, typed }: QuestionProps) {
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      data-buyers={buyers?.join(' ')}
      // For agents: the label of a radio button names only one answer.
      {...{ toolparamdescription: label }}
    >
      <legend className="font-semibold" dir="auto">
        {label}
      </legend>
      {error ? (
        <p id={`${id}-error`} className="text-error">
          {error}
        </p>
      ) : null}
      <div className="flex flex-wrap gap-x-6">
        {answers.map(([value, text], index) => (
          <label key={value} className="flex min-h-11 items-center gap-2">
            <input
              id={index === 0 ? id : undefined}
              type="radio"
              name={name}
              value={value}
              defaultChecked={typed === value}
              required={!buyers}
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the input that matters for the tender, a line each, for the answer and for the enquiry to the agency. */
function listLines(section: Tool, rules: readonly TenderRule[], typed: Record<string, string>): string[] {
  const titles: Record<string, Record<string, string>> = {
    ...choices,
    ...Object.fromEntries(questionsIn(rules).map(({ _id }) => [_id, answerLabels(section)])),
  };
  const labels = listLabels(section, rules);
  const names = [...Object.keys(choices), ...inputsAsked(section.tool, rules, typed)];
  return names.flatMap((name) => {
    // States the amount as understood: "1 crore 50" is ₹1,50,00,000.
    const amount = name === 'value' || name === 'price' ? paiseOfValue(typed[name] ?? '') : undefined;
    const value = amount === undefined ? typed[name] : shortRupees(amount);
    return value ? [`${labels[name]}: ${titleIn(titles[name] ?? {}, value)}`] : [];
  });
}
