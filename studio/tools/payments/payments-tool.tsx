import { CreditCardIcon } from '@sanity/icons/CreditCard';
import { Box, Button, Card, Container, Flex, Stack, Text } from '@sanity/ui';
import { type ReactNode, useMemo } from 'react';
import { definePlugin, useClient } from 'sanity';
import { route, StateLink, useRouter } from 'sanity/router';
import { apiVersion } from '#studio/api-version.ts';
import { Audit } from './audit.tsx';
import { Messages } from './messages.tsx';
import { PayLinks } from './pay-links.tsx';
import { PaymentList } from './payment-list.tsx';
import { PaymentStory } from './payment-story.tsx';
import { DeskContext, deskOf } from './requests.ts';
import { Settlement, Settlements } from './settlements.tsx';
import styles, { css } from './styles.ts';
import { Today } from './today.tsx';

/** Adds the desk to the Studio's tools; `toolsFor` shows it to finance and administrators, and the site checks it. */
export const payments = definePlugin({
  name: 'payments',
  tools: [
    {
      name: 'payments',
      title: 'Payments',
      icon: CreditCardIcon,
      component: PaymentsTool,
      router: route.create('/', [route.create('/:screen', [route.create('/:id')])]),
    },
  ],
});

type Screen = { title: string; show(): ReactNode; showOne?(id: string): ReactNode };

const screens: Record<string, Screen> = {
  today: { title: 'Today', show: () => <Today /> },
  payments: {
    title: 'Payments',
    show: () => <PaymentList />,
    showOne: (id) => <PaymentStory key={id} orderId={id} />,
  },
  settlements: {
    title: 'Settlements',
    show: () => <Settlements />,
    showOne: (id) => <Settlement key={id} id={id} />,
  },
  links: { title: 'Pay links', show: () => <PayLinks /> },
  messages: { title: 'Messages', show: () => <Messages /> },
  audit: { title: 'Audit', show: () => <Audit /> },
};

/** The tool in which finance and administrators see the money that the site has taken, and act on it. */
function PaymentsTool() {
  const { token } = useClient({ apiVersion }).config();
  const desk = useMemo(() => deskOf(token ?? ''), [token]);
  const { state } = useRouter();
  const name = typeof state.screen === 'string' && state.screen in screens ? state.screen : 'today';
  const screen = screens[name];
  const id = typeof state.id === 'string' ? state.id : undefined;
  return (
    <DeskContext value={desk}>
      <style>{css}</style>
      <Flex direction="column" height="fill" className={styles.desk}>
        <Card borderBottom paddingX={3} paddingY={2} overflow="auto">
          <nav aria-label="Payments" data-desk>
            <Flex gap={1}>
              {Object.entries(screens).map(([key, { title }]) => (
                <Button
                  key={key}
                  as={StateLink}
                  state={{ screen: key }}
                  text={title}
                  mode="bleed"
                  selected={key === name}
                  {...(key === name ? { 'aria-current': 'page' } : {})}
                />
              ))}
            </Flex>
          </nav>
        </Card>
        <Box padding={4} overflow="auto" flex={1}>
          <Container width={4}>
            {token ? (id && screen?.showOne?.(id)) || screen?.show() : <NoSession />}
          </Container>
        </Box>
      </Flex>
    </DeskContext>
  );
}

function NoSession() {
  return (
    <Card padding={4} radius={2} tone="caution">
      <Stack>
        <Text>
          Payments are read with your own Studio session, and this session has no token. Sign out and in
          again; on hosted Sanity, the Studio must use the login method “token”.
        </Text>
      </Stack>
    </Card>
  );
}
