import { UserIcon } from '@sanity/icons/User';
import { useEffect } from 'react';
import { definePlugin } from 'sanity';

/** Link to the account pages: one's own sign-in, and for administrators everybody's. */
export const accountTool = definePlugin({
  name: 'account',
  tools: [{ name: 'account', title: 'Account', icon: UserIcon, component: Account }],
});

function Account() {
  // `replace`, so that Back skips this tool.
  useEffect(() => window.location.replace('/staff/account'), []);
  return null;
}
