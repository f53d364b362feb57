import { useState } from 'react';
import { type StringInputProps, set, unset, useReportParseError } from 'sanity';
import { DateInput } from '#studio/ui/date-input.tsx';

/** The input of a field of type `date` or `datetime`. A date that is not understood blocks publishing. */
export function DateField({ schemaType, path, value, readOnly, elementProps, onChange }: StringInputProps) {
  const [problem, setProblem] = useState<string>();
  useReportParseError(path, problem ?? null);
  const { id, onFocus, ref } = elementProps;
  return (
    <DateInput
      id={id}
      inputRef={ref}
      onFocus={onFocus}
      aria-describedby={elementProps['aria-describedby']}
      hasTime={schemaType.name === 'datetime'}
      readOnly={readOnly ?? false}
      value={value}
      onRead={(read, fault) => {
        setProblem(fault);
        if (!fault && read !== value) onChange(read ? set(read) : unset());
      }}
    />
  );
}
