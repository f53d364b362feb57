import { CalendarIcon } from '@sanity/icons/Calendar';
import { Box, Button, Card, Flex, Stack, Text, TextInput } from '@sanity/ui';
import { type AriaAttributes, useEffect, useId, useRef, useState } from 'react';
import { formatDay } from '#schemas/days.ts';
import { dayInIndia, spreadsheetTime, startOfDay } from '#web/contracts/india.ts';
import { readTypedDate } from '#web/contracts/typed-dates.ts';
import { formatTime } from './labels.ts';

/** Time of day for a day that is chosen in the calendar. */
const defaultTime = '09:00';

interface DateInputProps extends AriaAttributes {
  id?: string;
  /** Name of the form field that has the ISO value, or the typed text while it is not understood. */
  name?: string;
  autoFocus?: boolean;
  readOnly?: boolean;
  /** Whether the value is an ISO time. Otherwise it is an ISO day. */
  hasTime?: boolean;
  value: string | undefined;
  /** Called with the ISO value or undefined, and with the problem of a text that is not understood. */
  onRead(value: string | undefined, problem?: string): void;
  inputRef?: React.Ref<HTMLInputElement>;
  onFocus?: React.FocusEventHandler<HTMLInputElement>;
}

/** Returns the ISO day or time that a text means, or what is wrong with it. Both are undefined for an empty text. */
function readText(text: string, hasTime: boolean): { value?: string; problem?: string } {
  if (text.trim() === '') return {};
  const read = readTypedDate(text);
  if ('problem' in read) return read;
  const { day, time } = read;
  if (!hasTime) return time ? { problem: 'Enter only the day, without a time.' } : { value: day };
  return time
    ? { value: new Date(startOfDay(day, time)).toISOString() }
    : { problem: 'Add the time, for example tomorrow 9:00 or 1 Dec 2026, 9:00 am.' };
}

/**
 * A field for a day, or for a time in India. When the user leaves the field or presses Enter, it shows the date that it
 * has read. A text that is not understood stays in the field, with the problem below.
 */
export function DateInput(props: DateInputProps) {
  const { value = '', hasTime = false, readOnly = false, name, onRead, inputRef, onFocus, ...rest } = props;
  const [typed, setTyped] = useState<string>();
  const [problem, setProblem] = useState<string>();
  const box = useRef<HTMLDivElement>(null);
  const picker = useRef<HTMLInputElement>(null);
  const noteId = useId();
  const day = value && (hasTime ? dayInIndia(Date.parse(value)) : value);
  const formatted = hasTime ? formatTime(value) : formatDay(value);
  // A value from elsewhere replaces the text, but not while somebody types.
  useEffect(() => {
    if (!value || box.current?.contains(document.activeElement)) return;
    setTyped(undefined);
    setProblem(undefined);
  }, [value]);
  const read = (text: string) => {
    const result = readText(text, hasTime);
    setProblem(result.problem);
    setTyped(result.problem ? text : undefined);
    onRead(result.value, result.problem);
  };
  // Reads a complete time at once, so that a dialog's button is enabled when somebody reaches for it.
  const type = (text: string) => {
    setTyped(text);
    const time = hasTime && readText(text, hasTime).value;
    if (time) onRead(time);
  };
  const readTyped = () => typed !== undefined && typed !== formatted && read(typed);
  const pick = (picked: string) => {
    const time = hasTime && (value ? spreadsheetTime(value).slice(11, 16) : defaultTime);
    read([picked, time].filter(Boolean).join(' '));
  };
  return (
    <Stack gap={2} ref={box} style={{ position: 'relative' }}>
      <Flex gap={1}>
        <Box flex={1}>
          <TextInput
            {...rest}
            ref={inputRef}
            autoComplete="off"
            data-testid="date-input"
            readOnly={readOnly}
            value={typed ?? formatted ?? ''}
            aria-invalid={problem !== undefined || rest['aria-invalid']}
            aria-describedby={[rest['aria-describedby'], noteId].filter(Boolean).join(' ')}
            onChange={({ currentTarget }) => type(currentTarget.value)}
            // In a dialog for one date, what people type replaces the proposed date.
            onFocus={(event) => {
              if (rest.autoFocus) event.currentTarget.select();
              onFocus?.(event);
            }}
            onBlur={readTyped}
            onKeyDown={({ key }) => key === 'Enter' && readTyped()}
          />
        </Box>
        <Button
          type="button"
          mode="ghost"
          icon={CalendarIcon}
          disabled={readOnly}
          aria-label="Open the calendar"
          onClick={() => picker.current?.showPicker()}
        />
      </Flex>
      <input
        ref={picker}
        type="date"
        tabIndex={-1}
        aria-hidden
        value={day}
        onChange={({ currentTarget }) => currentTarget.value && pick(currentTarget.value)}
        style={{ position: 'absolute', inset: 0, opacity: 0, pointerEvents: 'none' }}
      />
      {name && <input type="hidden" name={name} value={problem ? typed : value} />}
      <div id={noteId} aria-live="polite">
        {problem ? (
          <Card tone="critical" padding={2} radius={1}>
            <Text size={1}>{problem}</Text>
          </Card>
        ) : (
          <Text size={0} muted>
            {hasTime ? 'Time in India, for example tomorrow 9:00' : 'Day in India, for example 1 Dec 2026'}
          </Text>
        )}
      </div>
    </Stack>
  );
}

interface ScheduleTimeProps {
  /** The time as Sanity's dialogs write it: `Dec 1, 2026 09:00`. */
  inputValue?: string;
  onInputChange?(event: { currentTarget: { value: string } }): void;
}

/** Replaces the input of Sanity's schedule dialogs (see `patch-sanity.ts`). An empty text tells them of a problem. */
export function ScheduleTime({ inputValue = '', onInputChange }: ScheduleTimeProps) {
  const { value } = readText(inputValue, true);
  const write = (time: string | undefined) => {
    const [day = '', clock = ''] = time ? spreadsheetTime(time).split(' ') : [];
    const date = new Date(day).toLocaleDateString('en-US', { timeZone: 'UTC', dateStyle: 'medium' });
    onInputChange?.({ currentTarget: { value: time ? `${date} ${clock.slice(0, 5)}` : '' } });
  };
  return <DateInput hasTime autoFocus value={value} onRead={write} />;
}
