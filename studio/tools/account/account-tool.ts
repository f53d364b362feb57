import { UserIcon } from '@sanity/icons/User';
import { useEffect } from 'react';
import { definePlugin } from 'sanity';

/** Opens the account pages: the user's own sign-in and, for administrators, everybody's sign-ins. */
export const accountTool = definePlugin({
  name: 'account',
  tools: [{ name: 'account', title: 'Account', icon: UserIcon, component: Account }],
});

function Account() {
  // `replace` keeps this tool out of the browser history.
  useEffect(() => window.location.replace('/staff/account'), []);
  return null;
}
