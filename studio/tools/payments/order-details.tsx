import { SyncIcon } from '@sanity/icons/Sync';
import { Box, Button, Card, Dialog, Flex, Heading, Stack, Text } from '@sanity/ui';
import { useEffect, useState } from 'react';
import { asRupees, asTime, eventLabel } from './labels.ts';
import { askRazorpay, type OrderDetails as Details, fetchDetails, markSettled } from './requests.ts';
import { SecondPayment } from './second-payment.tsx';

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

  async function change(request: (token: string, orderId: string) => Promise<Details>) {
    setBusy(true);
    setProblem(undefined);
    try {
      setDetails(await request(token, orderId));
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
        {order?.duplicate && <SecondPayment isBusy={isBusy} onSettle={() => change(markSettled)} />}
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
          onClick={() => change(askRazorpay)}
        />
      </Stack>
    </Dialog>
  );
}
