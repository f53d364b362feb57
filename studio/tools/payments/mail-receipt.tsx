import { Button, Card, Stack, Text, TextInput } from '@sanity/ui';
import { useState } from 'react';
import { emailSchema, type Message, madeMessageSchema } from '#web/payments/mail/contract.ts';
import { messageLabels } from './labels.ts';
import { DeskDialog, Field, Problem } from './parts.tsx';
import { useAct } from './remote.ts';
import { useDesk } from './requests.ts';

/** Sends the receipt of a paid order to an address. */
export function MailReceipt({ orderId, onClose }: { orderId: string; onClose(): void }) {
  const desk = useDesk();
  const [email, setEmail] = useState('');
  const [made, setMade] = useState<Message>();
  const { run, isBusy, problem } = useAct();
  const send = () =>
    run(async () => setMade((await desk.post(madeMessageSchema, `/${orderId}/mail`, { email })).message));
  return (
    <DeskDialog id="mail-receipt" title="Mail receipt" onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void send();
        }}
      >
        <Stack gap={4}>
          <Field label="E-mail address" problem={problem?.fields.email?.[0]}>
            {(control) => (
              <TextInput
                {...control}
                type="email"
                autoFocus
                value={email}
                onChange={(event) => setEmail(event.currentTarget.value)}
              />
            )}
          </Field>
          {!problem?.fields.email && <Problem problem={problem} />}
          {made && (
            <Card padding={3} radius={2} tone={messageLabels[made.state].tone} role="status">
              <Text size={1}>
                {made.state === 'kept'
                  ? 'No mail server is set up: the receipt is kept under Messages.'
                  : `On its way to ${made.recipient}. Messages shows whether it arrived.`}
              </Text>
            </Card>
          )}
          <Button
            type="submit"
            tone="primary"
            text={isBusy ? 'Sending …' : 'Send'}
            disabled={isBusy || !emailSchema.safeParse(email).success}
          />
        </Stack>
      </form>
    </DeskDialog>
  );
}
