import { useEffect } from 'react';

export function Account() {
  // `replace` keeps this tool out of the browser history.
  useEffect(() => window.location.replace('/staff/account'), []);
  return null;
}
