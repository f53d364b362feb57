import { Box } from '@sanity/ui';
import { type SyntheticEvent, useState } from 'react';
import { type InputProps, useReportParseError } from 'sanity';

/** An input whose text is not a valid value yet, and the problem with it. */
type UnparsedInputProps = { props: InputProps; problemOf(input: HTMLInputElement): string | null };

/** Browsers report a partial number as empty. */
export const invalidNumber = ({ validity }: HTMLInputElement) =>
  validity.badInput ? 'This is not a number. Write digits alone.' : null;

export const pendingTag = ({ value }: HTMLInputElement) =>
  value.trim() === '' ? null : `Press Enter to add “${value}”, or delete it.`;

/** Reports text that the field has not taken, as the Studio's date inputs do; publishing waits for it. */
export function UnparsedInput({ props, problemOf }: UnparsedInputProps) {
  const [problem, setProblem] = useState<string | null>(null);
  useReportParseError(props.path, problem);
  const report = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement) setProblem(problemOf(target));
  };
  return (
    <Box onInput={report} onKeyUp={report} onBlur={report}>
      {props.renderDefault(props)}
    </Box>
  );
}
