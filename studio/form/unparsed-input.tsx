import { Box } from '@sanity/ui';
import { type SyntheticEvent, useState } from 'react';
import { type InputProps, useReportParseError } from 'sanity';

/** `problemOf` returns the problem with the input's current text; null if it is a valid value. */
type UnparsedInputProps = { props: InputProps; problemOf(input: HTMLInputElement): string | null };

/** Browsers report text that is not a number as an empty value, so only `validity` shows it. */
export const invalidNumber = ({ validity }: HTMLInputElement) =>
  validity.badInput ? 'This is not a number. Use digits only.' : null;

export const pendingTag = ({ value }: HTMLInputElement) =>
  value.trim() === '' ? null : `Press Enter to add “${value}”, or delete it.`;

/** Reports text that is not yet valid as an error, like the Studio's date inputs. The error blocks publishing. */
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
