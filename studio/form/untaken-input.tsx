import { Box } from '@sanity/ui';
import { type SyntheticEvent, useState } from 'react';
import { type InputProps, useReportParseError } from 'sanity';

/** An input in which something can stand that is no value of its field yet, and what is to be said of that. */
type Untaken = { props: InputProps; problemOf(input: HTMLInputElement): string | null };

/** Browsers give half a number as nothing. */
export const noNumber = ({ validity }: HTMLInputElement) =>
  validity.badInput ? 'This is not a number. Write digits alone.' : null;

export const noTagYet = ({ value }: HTMLInputElement) =>
  value.trim() === '' ? null : `Press Enter to add “${value}”, or delete it.`;

/** Reports what its field has not taken, as the Studio's own inputs for dates do; publishing waits for it. */
export function UntakenInput({ props, problemOf }: Untaken) {
  const [problem, setProblem] = useState<string | null>(null);
  useReportParseError(props.path, problem);
  const look = ({ target }: SyntheticEvent) => {
    if (target instanceof HTMLInputElement) setProblem(problemOf(target));
  };
  return (
    <Box onInput={look} onKeyUp={look} onBlur={look}>
      {props.renderDefault(props)}
    </Box>
  );
}
