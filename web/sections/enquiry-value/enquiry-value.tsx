import { fillPlaceholders } from '#schemas/placeholders.ts';
import { round } from '#web/components/drawings/series-plot.tsx';
import { ErrorSummary } from '#web/components/error-summary/error-summary.tsx';
import { agentTool } from '#web/components/field/agent-tool.ts';
import { TextField } from '#web/components/field/field.tsx';
import { OptionalText, Section } from '#web/components/section/section.tsx';
import type { PageQuery, Section as PageSection, SectionProps } from '#web/content/types.ts';
import { shortAmount } from '#web/contracts/money.ts';
import { readInput } from '#web/sections/tender-tool/input-schemas.ts';
import { computeWorth, enquiriesToCover, type Figures, inputNames, readFigures } from './worth.ts';

export const enquiryValueFields = `
  enquiriesLabel, shareLabel, valueLabel, spendLabel, currencyLabel, rupeesLabel, dirhamsLabel, submitLabel,
  exampleLabel, resultLabel, resultText, spendMark, moreMark, assumptions,
  exampleEnquiries, exampleShare, exampleValue, exampleSpend
`;

/** Returns the browser's title of a submitted form, without the page's own title; undefined for other requests. */
export function submittedValueTitle(sections: readonly PageSection[], query: PageQuery): string | undefined {
  const section = sections.find(({ _type }) => _type === 'enquiryValue');
  if (!section || query.tool !== tool) return undefined;
  return 'problems' in readFigures(readInput(query, inputNames))
    ? checkHeading
    : (section.heading ?? undefined);
}

type Value = SectionProps<'enquiryValue'>['section'];

/** Value of the parameter `tool` in the addresses of this form. */
const tool = 'enquiry-value';
const checkHeading = 'Please check these figures';
const numbers = new Intl.NumberFormat('en-IN');

/** Renders four questions and what their answers come to. Until a visitor answers, it computes the editor's example. */
export function EnquiryValue(props: SectionProps<'enquiryValue'>) {
  const { section, site, path, query } = props;
  const isSubmitted = query?.tool === tool;
  const typed = isSubmitted ? readInput(query, inputNames) : readExample(section, site.gulf ? 'AED' : 'INR');
  const read = readFigures(typed);
  const problems = 'problems' in read ? read.problems : new Map<string, string>();
  const field = (name: string, label: string) => ({
    id: toFieldId(section, name),
    label,
    error: problems.get(name),
    input: {
      name,
      defaultValue: typed[name],
      inputMode: 'decimal' as const,
      maxLength: 80,
      autoComplete: 'off',
      required: true,
    },
  });
  return (
    <Section {...props} background="raised">
      <ErrorSummary
        takesFocus
        heading={checkHeading}
        problems={[...problems].map(([name, message]) => [toFieldId(section, name), message])}
      />
      <div className="items-start cols">
        <form
          action={`${path}#${tool}`}
          {...agentTool(
            'enquiry_value',
            'Computes what one more enquiry is worth. A person sends the figures.',
          )}
          className="grid gap-4 lg:col-span-5"
        >
          <input type="hidden" name="tool" value={tool} />
          <TextField {...field('enquiries', section.enquiriesLabel)} />
          <TextField {...field('share', section.shareLabel)} />
          <fieldset
            className="flex flex-wrap items-center gap-x-6"
            {...{ toolparamdescription: section.currencyLabel }}
          >
            <legend className="sr-only">{section.currencyLabel}</legend>
            <span aria-hidden="true" className="font-semibold">
              {section.currencyLabel}
            </span>
            {Object.entries({ INR: section.rupeesLabel, AED: section.dirhamsLabel }).map(([code, label]) => (
              <label key={code} className="flex min-h-11 items-center gap-2">
                <input
                  type="radio"
                  name="currency"
                  value={code}
                  defaultChecked={code === (typed.currency === 'AED' ? 'AED' : 'INR')}
                />
                {label}
              </label>
            ))}
          </fieldset>
          <TextField {...field('value', section.valueLabel)} />
          <TextField {...field('spend', section.spendLabel)} />
          <button type="submit" className="action justify-self-start">
            {section.submitLabel}
          </button>
        </form>
        {/* The address names this element. It gets the focus if it has an answer; without the id, the errors get it. */}
        <div
          {...('problems' in read ? {} : { id: tool, tabIndex: isSubmitted ? -1 : undefined })}
          className="mt-8 lg:col-span-6 lg:col-start-7 lg:mt-0"
        >
          {'problems' in read ? null : (
            <>
              <p className="eyebrow">{isSubmitted ? section.resultLabel : section.exampleLabel}</p>
              <p className="display text-xl" dir="auto">
                {resultIn(section, read)}
              </p>
              <Plot figures={read} section={section} />
            </>
          )}
          <OptionalText className="max-w-measure text-muted text-sm">{section.assumptions}</OptionalText>
        </div>
      </div>
    </Section>
  );
}

const toFieldId = ({ _key }: Value, name: string) => `${_key}-${name}`;

const readExample = (section: Value, currency: 'INR' | 'AED'): Record<string, string> => ({
  currency,
  enquiries: numbers.format(section.exampleEnquiries),
  share: numbers.format(section.exampleShare),
  value: numbers.format(section.exampleValue),
  spend: numbers.format(section.exampleSpend),
});

const resultIn = ({ resultText }: Value, figures: Figures) =>
  fillPlaceholders(resultText, {
    worth: shortAmount(computeWorth(figures, 1), figures.currency),
    spend: shortAmount(figures.spend, figures.currency),
    more: numbers.format(enquiriesToCover(figures)),
    now: numbers.format(figures.enquiries),
  });

/** Height of the line's end, in per cent of the plot. */
const headroom = 80;

/** Keeps the labels at the ends of the plot within it. */
function shiftFor(index: number, count: number): string {
  if (index === 0) return '[translate:-10px]';
  return index === count - 1 ? '[translate:calc(20px-100%)]' : '';
}

/** Draws the value of more enquiries, up to the number that covers the budget. Both lines are at their true height. */
function Plot({ figures, section }: { figures: Figures; section: Value }) {
  const more = enquiriesToCover(figures);
  const end = computeWorth(figures, more);
  const steps = [...new Set([0, Math.floor(more / 2), more])];
  const points = steps.map((step) => ({
    step,
    x: round(4 + (88 * step) / more),
    height: round((headroom * computeWorth(figures, step)) / end),
  }));
  const spendHeight = round((headroom * figures.spend) / end);
  return (
    <figure className="mt-6">
      <div className="plot graph">
        <svg
          className="drawing absolute inset-0 size-full text-teal"
          viewBox="0 0 100 100"
          preserveAspectRatio="none"
          aria-hidden="true"
        >
          <path
            d={`M0 ${100 - spendHeight}H100`}
            className="text-pen"
            strokeDasharray="6 6"
            vectorEffect="non-scaling-stroke"
          />
          <path
            d={`M${points.map(({ x, height }) => `${x} ${round(100 - height)}`).join('L')}`}
            vectorEffect="non-scaling-stroke"
            strokeWidth="2.5"
          />
        </svg>
        <p
          className="absolute left-3 pb-0.5 font-semibold text-pen text-sm"
          style={{ bottom: `${spendHeight}%` }}
        >
          {`${section.spendMark}: ${shortAmount(figures.spend, figures.currency)}`}
        </p>
        <dl>
          {points.map(({ step, x, height }, index) => (
            <div key={step} className="plot-point" style={{ left: `${x}%`, height: `${height}%` }}>
              <dt className={shiftFor(index, points.length)}>{numbers.format(step)}</dt>
              <dd className={`figure-value ${shiftFor(index, points.length)}`}>
                {shortAmount(computeWorth(figures, step), figures.currency)}
              </dd>
            </div>
          ))}
        </dl>
      </div>
      <figcaption className="-mt-3 mb-4 text-right text-muted text-sm">{section.moreMark}</figcaption>
    </figure>
  );
}
