import { Badge, Button, Text } from '@sanity/ui';
import type { CSSProperties } from 'react';
import { asRupees, asTime, stateOf } from './labels.ts';
import type { ListedOrder } from './requests.ts';

const cell: CSSProperties = {
  padding: '8px 12px',
  textAlign: 'left',
  borderBottom: '1px solid var(--card-border-color)',
};
const amountCell: CSSProperties = { ...cell, textAlign: 'right', fontVariantNumeric: 'tabular-nums' };

type Props = { orders: ListedOrder[]; onOpen(orderId: string): void };

/** The list of orders. */
export function OrderTable({ orders, onOpen }: Props) {
  return (
    <div style={{ overflowX: 'auto' }}>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <thead>
          <tr>
            {['Bill', 'State', 'Amount', 'Customer', 'Begun', ''].map((title) => (
              <th key={title} scope="col" style={title === 'Amount' ? amountCell : cell}>
                <Text size={1} weight="semibold">
                  {title}
                </Text>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {orders.map((order) => {
            const { label, tone } = stateOf(order);
            return (
              <tr key={order.id}>
                <th scope="row" style={{ ...cell, maxWidth: '16rem', overflowWrap: 'anywhere' }}>
                  <Text size={1}>{order.bill_number}</Text>
                </th>
                <td style={cell}>
                  <Badge tone={tone}>{label}</Badge>
                </td>
                <td style={amountCell}>
                  <Text size={1}>{asRupees(order.amount)}</Text>
                </td>
                <td style={cell}>
                  <Text size={1}>{order.customer_name ?? 'erased'}</Text>
                </td>
                <td style={cell}>
                  <Text size={1}>{asTime(order.created_at)}</Text>
                </td>
                <td style={cell}>
                  <Button
                    text="Details"
                    aria-label={`Details of bill ${order.bill_number}`}
                    mode="bleed"
                    onClick={() => onOpen(order.id)}
                  />
                </td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
