import { SyncIcon } from '@sanity/icons/Sync';
import { Box, Button, Card, Dialog, Flex, Heading, Stack, Text } from '@sanity/ui';
import { useEffect, useState } from 'react';
import { asRupees, asTime, eventLabel } from './labels.ts';
import { type OrderDetails as Details, fetchDetails } from './requests.ts';

function Facts({ rows }: { rows: (readonly [string, string | null])[] }) {
  return (
    <Stack gap={2}>
      {rows.map(([term, detail]) =>
        detail === null ? null : (
          <Flex key={term} gap={3}>
            <Box style={{ width: '9rem', flex: 'none' }}>
              <Text size={1} muted>
                {term}
              </Text>
            </Box>
            <Text size={1} style={{ overflowWrap: 'anywhere' }}>
              {detail}
            </Text>
          </Flex>
        ),
      )}
    </Stack>
  );
}

function Attempt({ payment }: { payment: Details['payments'][number] }) {
  return (
    <Card border padding={3} radius={2}>
      <Facts
        rows={[
          ['Payment ID', payment.id],
          ['State', payment.status],
          ['Amount', asRupees(payment.amount)],
          ['Refunded', payment.amount_refunded > 0 ? asRupees(payment.amount_refunded) : null],
          ['Method', [payment.method, payment.method_detail].filter(Boolean).join(', ') || null],
          ['Bank reference', payment.reference],
          ['Fee with tax', payment.fee === null ? null : asRupees(payment.fee)],
          ['Tax in it', payment.tax === null ? null : asRupees(payment.tax)],
          ['Why it failed', payment.error_reason],
          ['Begun', asTime(payment.created_at)],
          ['Paid', payment.captured_at && asTime(payment.captured_at)],
        ]}
      />
    </Card>
  );
}

/** What to do about a second payment for a bill, and the way to say that it was done without Razorpay. */
function SecondPayment({ isBusy, onSettle }: { isBusy: boolean; onSettle(): void }) {
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

type Props = { token: string; orderId: string; onClose(): void; onChange(): void };

/** All that is known of one order: facts, attempts, and the trail of how it became known. */
export function OrderDetails({ token, orderId, onClose, onChange }: Props) {
  const [details, setDetails] = useState<Details>();
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  useEffect(() => {
    let isCurrent = true;
    fetchDetails(token, orderId).then(
      (found) => isCurrent && setDetails(found),
      (error: Error) => isCurrent && setProblem(error.message),
    );
    return () => {
      isCurrent = false;
    };
  }, [token, orderId]);

  async function change(action: 'ask' | 'settle') {
    setBusy(true);
    setProblem(undefined);
    try {
      setDetails(await fetchDetails(token, orderId, action));
      onChange();
    } catch (error) {
      setProblem(error instanceof Error ? error.message : 'That did not work. Please try again.');
    } finally {
      setBusy(false);
    }
  }

  const order = details?.order;
  return (
    <Dialog
      id="payment-details"
      header={order ? `Bill ${order.bill_number}` : 'Payment'}
      onClose={onClose}
      onClickOutside={onClose}
      width={1}
    >
      <Stack gap={5} padding={4}>
        {problem && (
          <Card tone="critical" padding={3} radius={2} role="alert">
            <Text size={1}>{problem}</Text>
          </Card>
        )}
        {!details && !problem && <Text muted>Loading …</Text>}
        {order && (
          <Facts
            rows={[
              ['Amount', asRupees(order.amount)],
              ['State', order.status],
              ['Customer', order.customer_name ?? 'erased'],
              ['Phone', order.customer_phone ?? 'erased'],
              ['Begun', asTime(order.created_at)],
              ['Paid', order.paid_at && asTime(order.paid_at)],
              ['Order ID', order.id],
            ]}
          />
        )}
        {order?.duplicate && <SecondPayment isBusy={isBusy} onSettle={() => change('settle')} />}
        {details && (
          <>
            <Stack gap={3}>
              <Heading as="h3" size={1}>
                Attempts
              </Heading>
              {details.payments.length === 0 && (
                <Text size={1} muted>
                  None yet.
                </Text>
              )}
              {details.payments.map((payment) => (
                <Attempt key={payment.id} payment={payment} />
              ))}
            </Stack>
            <Stack gap={3}>
              <Heading as="h3" size={1}>
                What happened
              </Heading>
              <Stack as="ol" gap={2} style={{ margin: 0, paddingLeft: '1.2rem' }}>
                {details.events.map((event) => (
                  <li key={event.id}>
                    <Text size={1}>
                      {asTime(event.at)}: {eventLabel(event)}
                    </Text>
                  </li>
                ))}
              </Stack>
            </Stack>
          </>
        )}
        <Button
          icon={SyncIcon}
          text={isBusy ? 'Asking …' : 'Ask Razorpay now'}
          mode="ghost"
          disabled={isBusy}
          onClick={() => change('ask')}
        />
      </Stack>
    </Dialog>
  );
}
