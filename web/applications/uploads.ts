/** Uploads that are in memory now, in this process. A slow line holds its upload for minutes. */
const clients: string[] = [];

const most = { all: 20, ofClient: 3 };

/** Reserves room for an upload. Returns the function that frees it, or undefined if there is no room. */
export function startUpload(client: string): (() => void) | undefined {
  const ofClient = clients.filter((one) => one === client).length;
  if (clients.length >= most.all || ofClient >= most.ofClient) return undefined;
  clients.push(client);
  return () => clients.splice(clients.indexOf(client), 1);
}
