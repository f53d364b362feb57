import { Button, Stack, TextArea, TextInput } from '@sanity/ui';
import { useState } from 'react';
import { DeskDialog, Field, Problem } from './parts.tsx';
import { useAct } from './remote.ts';

type Typed = Record<string, string>;
type Input = {
  name: string;
  label: string;
  type?: 'text' | 'email' | 'date' | 'long';
  inputMode?: 'tel' | 'decimal';
};
type Props = {
  title: string;
  fields: readonly Input[];
  submit: string;
  /** What is wrong with a field stands beside it, as the site says it. */
  onSubmit(typed: Typed): Promise<unknown>;
  onClose(): void;
};

/** A dialog with fields of text. It closes when what was typed has been taken. */
export function FormDialog({ title, fields, submit, onSubmit, onClose }: Props) {
  const { run, isBusy, problem } = useAct();
  const [typed, setTyped] = useState<Typed>(() => Object.fromEntries(fields.map(({ name }) => [name, ''])));
  const isSaidBeside = fields.some(({ name }) => problem?.fields[name]);
  const send = () =>
    run(async () => {
      await onSubmit(typed);
      onClose();
    });
  return (
    <DeskDialog title={title} onClose={onClose}>
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap={4}>
          {fields.map(({ name, label, type, ...kind }, index) => (
            <Field key={name} label={label} problem={problem?.fields[name]}>
              {(control) => {
                const shared = {
                  ...control,
                  autoFocus: index === 0,
                  autoComplete: 'off',
                  value: typed[name] ?? '',
                  onChange: (event: { currentTarget: { value: string } }) =>
                    setTyped({ ...typed, [name]: event.currentTarget.value }),
                };
                if (type === 'long') return <TextArea {...shared} rows={3} maxLength={300} />;
                return <TextInput {...shared} {...kind} type={type ?? 'text'} />;
              }}
            </Field>
          ))}
          {!isSaidBeside && <Problem problem={problem} />}
          <Button type="submit" tone="primary" text={isBusy ? 'Working …' : submit} disabled={isBusy} />
        </Stack>
      </form>
    </DeskDialog>
  );
}
