import { useId } from 'react';
import type { StringInputProps } from 'sanity';
import { knownStates } from '#schemas/states.ts';

export function StateInput(props: StringInputProps) {
  const list = useId();
  const elementProps = { ...props.elementProps, list };
  return (
    <>
      {props.renderDefault({ ...props, elementProps })}
      <datalist id={list}>
        {knownStates.map((state) => (
          <option key={state} value={state} />
        ))}
      </datalist>
    </>
  );
}
