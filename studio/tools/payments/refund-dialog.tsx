import { Button, Card, Flex, Radio, Stack, Text, TextArea, TextInput } from '@sanity/ui';
import { useId, useState } from 'react';
import { type Story, storySchema } from '#web/payments/desk/contract.ts';
import { suggestedRefund } from '#web/payments/desk/refund-policy.ts';
import { dayInIndia } from '#web/payments/india.ts';
import { decimalFromPaise, formatRupees, paiseFromDecimal, smallestAmount } from '#web/payments/money.ts';
import { DeskDialog, Field, Problem } from './parts.tsx';
import { useAct } from './remote.ts';
import { useDesk } from './requests.ts';

type Props = {
  orderId: string;
  paymentId: string;
  /** What can be refunded at most, in paise. */
  most: number;
  onClose(): void;
  onDone(story: Story): void;
};

/** Asks for a refund, in full or in part, with what the refund policy suggests. */
export function RefundDialog({ orderId, paymentId, most, onClose, onDone }: Props) {
  const desk = useDesk();
  const { run, isBusy, problem } = useAct();
  // One key for as long as the dialog is open: trying again never refunds twice.
  const [key] = useState(() => crypto.randomUUID());
  const [isFull, setFull] = useState(true);
  const [part, setPart] = useState('');
  const [reason, setReason] = useState('');
  const [start, setStart] = useState('');
  const name = useId();

  const suggestion = suggestedRefund(most, start || undefined, dayInIndia(Date.now()));
  const amount = isFull ? most : paiseFromDecimal(part.trim().replaceAll(',', ''));
  const wrongAmount =
    amount !== undefined && amount >= smallestAmount && amount <= most
      ? undefined
      : `Give an amount from ${formatRupees(smallestAmount)} to ${formatRupees(most)}, such as ${decimalFromPaise(most)}`;
  const isReady = wrongAmount === undefined && reason.trim().length >= 3;

  const send = () =>
    run(async () => {
      const body = { key, paymentId, amount, reason: reason.trim() };
      onDone(await desk.post(storySchema, `/${orderId}/refund`, body));
      onClose();
    });

  return (
    <DeskDialog title="Refund" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void send();
        }}
      >
        <Stack gap={5}>
          <Card padding={4} radius={2} tone="primary">
            <Stack gap={4}>
              <Field label="Start of the project, if it has begun">
                {(control) => (
                  <TextInput
                    {...control}
                    type="date"
                    value={start}
                    onChange={(event) => setStart(event.currentTarget.value)}
                  />
                )}
              </Field>
              <Text size={1}>
                {suggestion.rule} Of {formatRupees(most)} that is{' '}
                <strong>{formatRupees(suggestion.amount)}</strong>. Razorpay keeps its fee for the payment:
                the refund does not bring it back.
              </Text>
              {suggestion.amount >= smallestAmount && (
                <Flex>
                  <Button
                    text={`Use ${formatRupees(suggestion.amount)}`}
                    mode="ghost"
                    onClick={() => {
                      setFull(false);
                      setPart(decimalFromPaise(suggestion.amount));
                    }}
                  />
                </Flex>
              )}
            </Stack>
          </Card>
          <Stack as="fieldset" gap={3} style={{ border: 0, margin: 0, padding: 0 }}>
            <Text as="legend" size={1} weight="semibold">
              Amount
            </Text>
            <Flex as="label" gap={3} align="center">
              <Radio name={name} checked={isFull} onChange={() => setFull(true)} />
              <Text size={1}>All of it, {formatRupees(most)}</Text>
            </Flex>
            <Flex as="label" gap={3} align="center">
              <Radio name={name} checked={!isFull} onChange={() => setFull(false)} />
              <Text size={1}>A part</Text>
            </Flex>
            {!isFull && (
              <Field label="Rupees" problem={(part && wrongAmount) || problem?.fields.amount || undefined}>
                {(control) => (
                  <TextInput
                    {...control}
                    inputMode="decimal"
                    autoFocus
                    value={part}
                    onChange={(event) => setPart(event.currentTarget.value)}
                    style={{ textAlign: 'right', fontVariantNumeric: 'tabular-nums' }}
                  />
                )}
              </Field>
            )}
          </Stack>
          <Field label="Why" problem={problem?.fields.reason}>
            {(control) => (
              <TextArea
                {...control}
                rows={3}
                maxLength={300}
                value={reason}
                onChange={(event) => setReason(event.currentTarget.value)}
              />
            )}
          </Field>
          <Text size={1} muted>
            Above the limit that the owner has set, a second person approves it before anything is sent.
          </Text>
          <Problem problem={problem} />
          <Flex gap={2} wrap="wrap">
            <Button
              type="submit"
              tone="caution"
              text={isBusy ? 'Refunding …' : `Refund ${amount === undefined ? '' : formatRupees(amount)}`}
              disabled={isBusy || !isReady}
            />
            <Button text="Keep the money" mode="ghost" onClick={onClose} />
          </Flex>
        </Stack>
      </form>
    </DeskDialog>
  );
}
