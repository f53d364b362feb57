import { CreditCardIcon } from '@sanity/icons/CreditCard';
import { definePlugin } from 'sanity';
import { route } from 'sanity/router';
import { PaymentsTool } from './payments-tool.tsx';

/** Adds the payments to the Studio's tools; `toolsFor` shows them to administrators, and the site checks it. */
export const payments = definePlugin({
  name: 'payments',
  tools: [
    {
      name: 'payments',
      title: 'Payments',
      icon: CreditCardIcon,
      component: PaymentsTool,
      router: route.create('/'),
    },
  ],
});
