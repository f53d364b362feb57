import { UserIcon } from '@sanity/icons/User';
import { useEffect } from 'react';
import { definePlugin } from 'sanity';

/** Leads to the pages on which people look after their sign-in, and administrators after everybody's. */
export const accountTool = definePlugin({
  name: 'account',
  tools: [{ name: 'account', title: 'Account', icon: UserIcon, component: Account }],
});

function Account() {
  // Replaced, so that the way back leads past this tool.
  useEffect(() => window.location.replace('/staff/account'), []);
  return null;
}
