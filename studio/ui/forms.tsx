import { Button, Card, Dialog, Flex, Select, Stack, Text, TextArea, TextInput } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { createContext, type MouseEvent, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { Problem } from './elements.tsx';
import { labelOf, type Tone } from './labels.ts';
import { type StaffApi, useAction, useStaffApi } from './staff-api.ts';

type ButtonProps = {
  text: string;
  tone?: Tone | 'primary';
  mode?: 'default' | 'ghost';
  'aria-label'?: string;
};

/** Ignores the further clicks of a double click, which may hit a button that has just appeared. */
const ignoreDoubleClick = (event: MouseEvent) => event.detail > 1 && event.preventDefault();

/** A button that runs an action. With `confirmText` it needs a second click. After the action it shows `doneText`. */
export function ActionButton(
  props: ButtonProps & { confirmText?: string; doneText?: string; action(): Promise<unknown> },
) {
  const { action, confirmText, doneText, text, tone, ...rest } = props;
  const { run, isBusy, problem } = useAction();
  const button = useRef<HTMLButtonElement>(null);
  const [step, setStep] = useState<'ready' | 'confirming' | 'done'>('ready');
  const isConfirming = step === 'confirming';
  const cancel = () => {
    setStep('ready');
    button.current?.focus();
  };
  const press = ({ detail }: MouseEvent) => {
    if (confirmText && !isConfirming) return setStep('confirming');
    if (detail > 1) return;
    void run(async () => {
      await action();
      setStep('done');
    });
  };
  return (
    <Stack gap={2}>
      <Flex gap={2}>
        <Button
          // The default type would submit a surrounding form.
          type="button"
          mode="ghost"
          {...rest}
          data-filled={rest.mode === 'default'}
          ref={button}
          text={(isConfirming && confirmText) || (step === 'done' && doneText) || text}
          tone={isConfirming ? 'critical' : tone}
          loading={isBusy}
          onClick={press}
        />
        {isConfirming && <Button type="button" text="No" mode="ghost" onClick={cancel} />}
      </Flex>
      <Problem problem={problem} />
    </Stack>
  );
}

/** Closes the dialog around. */
export const CloseContext = createContext(() => {});

/** A button that opens a dialog, and takes the focus back when the dialog closes. */
export function DialogButton({ children, ...props }: ButtonProps & { children: ReactNode }) {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  return (
    <Flex>
      <Button
        mode="ghost"
        {...props}
        data-filled={props.mode === 'default'}
        ref={button}
        onClick={() => setOpen(true)}
      />
      {isOpen && <CloseContext value={close}>{children}</CloseContext>}
    </Flex>
  );
}

/** Focuses an element unless something inside has the focus already. */
const focusUnlessInside = (home: HTMLElement | null) => {
  if (!home?.contains(document.activeElement)) home?.focus();
};

const focus = (element: HTMLElement | null) => element?.focus();

export function ToolDialog({ title, children }: { title: string; children: ReactNode }) {
  const close = useContext(CloseContext);
  return (
    // Otherwise Sanity moves the focus from the field to the button that closes the dialog.
    <Dialog id={useId()} header={title} onClose={close} width={1} __unstable_autoFocus={false}>
      <Stack
        gap={5}
        padding={4}
        className="staff-tool"
        ref={focusUnlessInside}
        tabIndex={-1}
        data-home
        style={{ outline: 'none' }}
      >
        {children}
      </Stack>
    </Dialog>
  );
}

const FieldErrorsContext = createContext<Record<string, string>>({});

/** A question, and the text of the button that confirms it. */
export type Confirmation = { question: string; yes: string };

type FormProps<Result> = {
  title: string;
  submit: string;
  isReady?: boolean;
  /** `key` is the dialog's idempotency key: a retry with the same key never acts twice. */
  send(api: StaffApi, typed: Record<string, unknown>, key: string): Promise<{ json(): Promise<Result> }>;
  /** Returns a question to ask before sending; undefined if none is needed. */
  confirm?(typed: Record<string, unknown>): Confirmation | undefined;
  /** Toast on success, if nothing on the screen shows the success. */
  successText?: string;
  /** Handles the result instead of closing the dialog. */
  onDone?(result: Result): void;
  children: ReactNode;
};

/** A dialog with a form. Errors appear below their fields. A question to confirm replaces the fields. */
export function FormDialog<Result>(props: FormProps<Result>) {
  const { title, submit, isReady = true, confirm, send, successText, onDone, children } = props;
  const api = useStaffApi();
  const toast = useToast();
  const close = useContext(CloseContext);
  const [key] = useState(() => crypto.randomUUID());
  const { run, isBusy, problem } = useAction();
  // Null after going back from a confirmation.
  const [question, setQuestion] = useState<Confirmation | null>();
  const submitForm = (typed: Record<string, unknown>) => {
    const confirmation = question ? undefined : confirm?.(typed);
    if (confirmation) return setQuestion(confirmation);
    void run(async () => {
      const result = await api.mutate(send(api, typed, key)).finally(() => setQuestion(null));
      if (onDone) onDone(result);
      else close();
      if (successText) toast.push({ status: 'success', title: successText });
    });
  };
  return (
    <ToolDialog title={title}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submitForm(Object.fromEntries(new FormData(event.currentTarget)));
        }}
      >
        <Stack gap={4}>
          <Stack gap={4} hidden={Boolean(question)}>
            <FieldErrorsContext value={problem?.fields ?? {}}>{children}</FieldErrorsContext>
          </Stack>
          {question && (
            <p tabIndex={-1} ref={focus} className="staff-question">
              {question.question}
            </p>
          )}
          <Problem problem={question ? undefined : problem} />
          <div className="staff-buttons">
            {question && (
              <Button
                key="yes"
                type="submit"
                tone="critical"
                data-filled
                text={question.yes}
                loading={isBusy}
                onClick={ignoreDoubleClick}
              />
            )}
            {question ? (
              <Button key="back" type="button" mode="ghost" text="Back" onClick={() => setQuestion(null)} />
            ) : (
              <Button
                key="submit"
                type="submit"
                tone="primary"
                data-filled
                text={submit}
                loading={isBusy}
                disabled={!isReady}
                autoFocus={question === null}
              />
            )}
          </div>
        </Stack>
      </form>
    </ToolDialog>
  );
}

type FieldProps = {
  label: string;
  type?: 'text' | 'search' | 'date' | 'email';
  name?: string;
  value?: string;
  defaultValue?: string;
  placeholder?: string;
  inputMode?: 'tel' | 'decimal';
  autoFocus?: boolean;
  problem?: string | undefined;
  /** Codes to choose from. Without them, the field is a text input. */
  options?: readonly string[];
  /** The options are texts, not codes with labels. */
  isVerbatim?: boolean;
  /** Returns the label of a code. */
  nameOf?(code: string): string;
  isLong?: boolean;
  onType?(text: string): void;
};

type Change = { currentTarget: { value: string } };

export function Field({
  label,
  problem,
  options,
  isVerbatim,
  nameOf = labelOf,
  isLong,
  value = '',
  defaultValue,
  onType,
  type = 'text',
  ...rest
}: FieldProps) {
  const id = useId();
  const fieldErrors = useContext(FieldErrorsContext);
  const error = problem ?? fieldErrors[rest.name ?? ''];
  const control = {
    ...rest,
    id,
    autoComplete: 'off',
    'aria-describedby': error && `${id}-fault`,
    'aria-invalid': error !== undefined,
  };
  const content = onType
    ? { value, onChange: (event: Change) => onType(event.currentTarget.value) }
    : { defaultValue };
  return (
    <Stack gap={2} style={{ flex: '1 1 8.5rem' }}>
      <Text as="label" size={1} weight="semibold" htmlFor={id}>
        {label}
      </Text>
      {options ? (
        <Select {...control} {...content}>
          {options.map((code) => (
            <option key={code} value={code}>
              {isVerbatim ? code : nameOf(code)}
            </option>
          ))}
        </Select>
      ) : isLong ? (
        <TextArea {...control} {...content} rows={3} maxLength={300} />
      ) : type === 'date' ? (
        // Not controlled, because a browser reports a date that is not yet complete as an empty value.
        <TextInput
          {...control}
          type="date"
          min="2000-01-01"
          max="2099-12-31"
          defaultValue={onType ? value : defaultValue}
          onChange={({ currentTarget: date }) => onType?.(date.validity.valid ? date.value : '')}
        />
      ) : (
        <TextInput {...control} {...content} type={type} maxLength={100} />
      )}
      {error && (
        <Card tone="critical" padding={2} radius={1} id={`${id}-fault`}>
          <Text size={1}>{error}</Text>
        </Card>
      )}
    </Stack>
  );
}
