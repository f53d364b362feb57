import { Button, Card, Flex, Stack, Text } from '@sanity/ui';
import { useState } from 'react';

type Props = { isBusy: boolean; onSettle(): void };

/** What to do about a second payment for a bill, and the way to say that it was done without Razorpay. */
export function SecondPayment({ isBusy, onSettle }: Props) {
  const [isSure, setSure] = useState(false);
  return (
    <Card tone="caution" padding={4} radius={2}>
      <Stack gap={4}>
        <Text size={1}>
          This bill was paid before. Refund one of the two payments in Razorpay's dashboard: the flag goes by
          itself when the refund is known here. Was it settled in another way, or meant to be paid twice? Then
          say so; your name and the time are kept.
        </Text>
        <Flex gap={2} wrap="wrap">
          {isSure ? (
            <>
              <Button text="Yes, it is settled" tone="caution" disabled={isBusy} onClick={onSettle} />
              <Button text="No" mode="ghost" disabled={isBusy} onClick={() => setSure(false)} />
            </>
          ) : (
            <Button text="Mark as settled" mode="ghost" onClick={() => setSure(true)} />
          )}
        </Flex>
      </Stack>
    </Card>
  );
}
