import { Button, Card, Flex } from '@sanity/ui';
import type { ReactNode } from 'react';
import { StateLink, useRouter } from 'sanity/router';
import { StaffTool } from '#studio/ui/staff-tool.tsx';
import { Audit } from './audit.tsx';
import { BillScreen } from './bill.tsx';
import { Messages } from './messages.tsx';
import { OwedBills, Owing } from './owing.tsx';
import { PaymentLinks } from './payment-links.tsx';
import { PaymentList } from './payment-list.tsx';
import { PaymentScreen } from './payment-screen.tsx';
import { RetainerScreen, Retainers } from './retainers.tsx';
import { Settlement, Settlements } from './settlements.tsx';
import { Today } from './today.tsx';

type Screen = { title: string; all: ReactNode; one?(id: string): ReactNode };

const screens: Record<string, Screen> = {
  today: { title: 'Today', all: <Today /> },
  payments: { title: 'Payments', all: <PaymentList />, one: (id) => <PaymentScreen key={id} orderId={id} /> },
  owing: { title: 'Who owes', all: <Owing />, one: (id) => <OwedBills key={id} id={id} /> },
  settlements: { title: 'Settlements', all: <Settlements />, one: (id) => <Settlement key={id} id={id} /> },
  links: { title: 'Payment links', all: <PaymentLinks />, one: (id) => <BillScreen key={id} id={id} /> },
  retainers: { title: 'Retainers', all: <Retainers />, one: (id) => <RetainerScreen key={id} id={id} /> },
  messages: { title: 'Messages', all: <Messages /> },
  audit: { title: 'Audit', all: <Audit /> },
};

export function PaymentsTool() {
  const { state } = useRouter();
  const name =
    typeof state.screen === 'string' && Object.hasOwn(screens, state.screen) ? state.screen : 'today';
  const screen = screens[name];
  return (
    <StaffTool
      bar={
        <Card borderBottom paddingX={3} paddingY={2}>
          <nav aria-label="Payments" data-screens>
            <Flex gap={1} wrap="wrap">
              {Object.entries(screens).map(([key, { title }]) => (
                <Button
                  key={key}
                  as={StateLink}
                  state={{ screen: key }}
                  text={title}
                  mode="bleed"
                  selected={key === name}
                  aria-current={key === name ? 'page' : undefined}
                />
              ))}
            </Flex>
          </nav>
        </Card>
      }
    >
      {typeof state.id === 'string' && screen?.one ? screen.one(state.id) : screen?.all}
    </StaffTool>
  );
}
