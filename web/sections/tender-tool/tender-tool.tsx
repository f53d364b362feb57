import { bidderTitles, buyerTitles, kindTitles } from '#schemas/tender-choices.ts';
import { artOf } from '#web/components/drawings/art.tsx';
import { ErrorSummary } from '#web/components/error-summary/error-summary.tsx';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { Field, TextField } from '#web/components/field/field.tsx';
import { Action } from '#web/components/link/action.tsx';
import { Section } from '#web/components/section/section.tsx';
import { actionFields, artProjection } from '#web/content/projections.ts';
import type { SectionProps } from '#web/content/types.ts';
import { readInput } from './input-schemas.ts';
import { evaluateTool, ToolResults } from './results.tsx';
import { questionsIn, type TenderRule } from './rules.ts';

export const tenderToolFields = `
  tool, kindLabel, buyerLabel, bidderLabel, chooseLabel, submitLabel, resultHeading,
  noRuleText, endedText, sourceLabel, untilLabel,
  valueLabel, valueHelp, priceLabel, exemptText,
  closingLabel, timeLabel, referenceLabel, closingText, lateText, calendarLabel,
  yesLabel, noLabel, unsureLabel, canText, fixText, cannotText, metText, failedText, openText, relaxedText,
  sendAction{${actionFields}},
  rules[]->{
    _id, _type, use, name, text, kinds, buyers, bidders, low, high, days, wanted, isMust, relaxedFor,
    source, sourceDate, sourceUrl, until
  },
  ${artProjection}
`;

const choices = { kind: kindTitles, buyer: buyerTitles, bidder: bidderTitles };
const texts = { deposits: ['value', 'price'], papers: ['closing', 'time', 'reference'], eligibility: [] };

/** Renders a form and, after submitting, its result on the same page. Each rule has a source and an expiry date. */
export function TenderTool(props: SectionProps<'tenderTool'>) {
  const { section, site, path, query } = props;
  const rules = section.rules.flatMap((rule) => rule ?? []);
  const questions = section.tool === 'eligibility' ? questionsIn(rules) : [];
  const isSubmitted = query?.tool === section.tool;
  const names = [...Object.keys(choices), ...texts[section.tool], ...questions.map(({ _id }) => _id)];
  const typed = readInput(isSubmitted ? query : { time: '15:00' }, names);
  const result = isSubmitted ? evaluateTool(section.tool, rules, typed, Date.now()) : undefined;
  const problems = result && 'problems' in result ? result.problems : new Map<string, string>();
  return (
    <Section {...props} head="left" aside={isSubmitted ? null : artOf(props)}>
      <ErrorSummary
        takesFocus
        heading="Please check these answers"
        problems={[...problems].map(([name, message]) => [idOf(section, name), message])}
      />
      {result && !('problems' in result) ? (
        <ToolResults result={result} section={section} query={{ path, ...typed }}>
          <Action action={section.sendAction} site={site} message={messageOf(props, typed, questions)} />
        </ToolResults>
      ) : null}
      <form
        action={`${path}#answer`}
        {...agentTool(
          `prepare_tender_${section.tool}`,
          'Fills in the facts of a tender. A person sends them.',
        )}
        className="panel grid max-w-measure gap-5 p-5 md:p-8"
      >
        <input type="hidden" name="tool" value={section.tool} />
        <Inputs section={section} typed={typed} problems={problems} questions={questions} />
        <button type="submit" className="action action-primary justify-self-start">
          {section.submitLabel}
        </button>
      </form>
    </Section>
  );
}

type Tool = SectionProps<'tenderTool'>['section'];
type InputsProps = {
  section: Tool;
  typed: Record<string, string>;
  problems: Map<string, string>;
  questions: readonly TenderRule[];
};

const idOf = ({ _key }: Tool, name: string) => `${_key}-${name}`;

const labelsOf = (section: Tool, questions: readonly TenderRule[]): Record<string, string | null> => ({
  kind: section.kindLabel,
  buyer: section.buyerLabel,
  bidder: section.bidderLabel,
  value: section.valueLabel,
  price: section.priceLabel,
  closing: section.closingLabel,
  time: section.timeLabel,
  reference: section.referenceLabel,
  ...Object.fromEntries(questions.map(({ _id, name }) => [_id, name])),
});

const answerLabels = ({ yesLabel, noLabel, unsureLabel }: Tool) => ({
  yes: yesLabel ?? 'Yes',
  no: noLabel ?? 'No',
  unsure: unsureLabel ?? 'Not sure',
});

function Inputs({ section, typed, problems, questions }: InputsProps) {
  const labels = labelsOf(section, questions);
  const field = (name: string) => ({
    id: idOf(section, name),
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
          <TextField
            {...field('value')}
            help={section.valueHelp}
            input={{ ...text('value'), required: true }}
          />
          <TextField {...field('price')} input={text('price')} />
        </>
      ) : null}
      {section.tool === 'papers' ? (
        <>
          <TextField {...field('closing')} input={{ ...input('closing'), type: 'date', required: true }} />
          <TextField {...field('time')} input={{ ...input('time'), type: 'time', required: true }} />
          <TextField {...field('reference')} input={text('reference')} />
        </>
      ) : null}
      {questions.map(({ _id }, index) => (
        <Question
          key={_id}
          {...field(_id)}
          number={index + 1}
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
  number: number;
  label: string;
  error: string | undefined;
  answers: [value: string, label: string][];
  typed: string | undefined;
};

function Question({ id, name, number, label, error, answers, typed }: QuestionProps) {
  return (
    <fieldset
      aria-describedby={error ? `${id}-error` : undefined}
      // For agents: the label of a radio button names only one answer.
      {...{ toolparamdescription: label }}
    >
      <legend className="font-semibold" dir="auto">
        {`${number}. ${label}`}
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
              required
            />
            {text}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

/** Returns the form's input as text for the enquiry to the agency. */
function messageOf(
  { section }: SectionProps<'tenderTool'>,
  typed: Record<string, string>,
  questions: readonly TenderRule[],
): string {
  const titles: Record<string, Record<string, string>> = {
    ...choices,
    ...Object.fromEntries(questions.map(({ _id }) => [_id, answerLabels(section)])),
  };
  const labels = labelsOf(section, questions);
  const lines = Object.entries(typed).flatMap(([name, value]) =>
    value ? [`${labels[name]}: ${titles[name]?.[value] ?? value}`] : [],
  );
  return [section.heading, ...lines].join('\n');
}
