import { Button, Card, Dialog, Flex, Select, Stack, Text, TextArea, TextInput } from '@sanity/ui';
import { useToast } from '@sanity/ui/toast';
import { createContext, type ReactNode, useContext, useId, useRef, useState } from 'react';
import { DateInput } from './date-input.tsx';
import { Problem } from './elements.tsx';
import { labelOf, type Tone } from './labels.ts';
import { type StaffApi, useAction, useStaffApi } from './staff-api.ts';

type ButtonProps = {
  text: string;
  tone?: Tone | 'primary';
  mode?: 'default' | 'ghost';
  'aria-label'?: string;
};

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
  const press = () => {
    if (confirmText && !isConfirming) return setStep('confirming');
    void run(async () => {
      await action();
      setStep('done');
    });
  };
  return (
    <Stack gap={2}>
      <Flex gap={2}>
        {/* “No” appears where the button was, so that a double click does not confirm. */}
        {isConfirming && <Button type="button" text="No" mode="ghost" onClick={cancel} />}
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
    <Dialog id={useId()} header={title} onClose={close} width={1}>
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

/**
 * A dialog with a form. Errors appear below their fields. A confirmation replaces the fields; its button is in the other
 * half of the dialog, so that a double click never confirms.
 */
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
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          submitForm(Object.fromEntries(new FormData(event.currentTarget)));
        }}
      >
        <Stack gap={4}>
          {/* Hidden fields keep the dialog's height, so that a double click hits Back. */}
          <div className="staff-stack">
            <Stack gap={4} style={question ? { visibility: 'hidden' } : undefined}>
              <FieldErrorsContext value={problem?.fields ?? {}}>{children}</FieldErrorsContext>
            </Stack>
            {question && (
              <p tabIndex={-1} ref={focus} className="staff-question">
                {question.question}
              </p>
            )}
          </div>
          <Problem problem={problem} />
          <div className="staff-buttons" data-halves={confirm !== undefined}>
            {question && (
              <Button
                key="yes"
                type="submit"
                tone="critical"
                data-filled
                text={question.yes}
                loading={isBusy}
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
  type?: 'text' | 'search' | 'date' | 'datetime' | 'email';
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
  isLong?: boolean;
  onType?(text: string): void;
};

type Change = { currentTarget: { value: string } };

export function Field({
  label,
  problem,
  options,
  isVerbatim,
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
  const [date, setDate] = useState(defaultValue);
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
              {isVerbatim ? code : labelOf(code)}
            </option>
          ))}
        </Select>
      ) : isLong ? (
        <TextArea {...control} {...content} rows={3} maxLength={300} />
      ) : type === 'date' || type === 'datetime' ? (
        <DateInput
          {...control}
          hasTime={type === 'datetime'}
          value={onType ? value : date}
          onRead={(read = '') => (onType ? onType(read) : setDate(read))}
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

export function FileField({ label, name, accept }: { label: string; name: string; accept: string }) {
  return (
    <Stack as="label" gap={3}>
      <Text as="span" size={1} weight="semibold">
        {label}
      </Text>
      <input type="file" name={name} accept={accept} />
    </Stack>
  );
}
