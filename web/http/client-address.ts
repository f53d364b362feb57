import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#settings';

/** Characters. Longer headers are not cached, since they could fill the memory. */
const longestCached = 200;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an IP address as proxies write it, with or without a port or zone. Maps IPv4 within IPv6 to IPv4. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? text.trim()).split('%');
  // The library also accepts `1` and `0x7f.1`, which no proxy writes.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

const namedRanges: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Returns a function that finds the client's address from the connection's address and `x-forwarded-for`. Each proxy
 * appends the address that its request came from; a client can write anything before that. The client is the last
 * address that is not a trusted proxy.
 */
export function clientAddressReader(trusted: Settings['trustProxy']) {
  const ranges = typeof trusted === 'boolean' ? [] : trusted.flatMap(parseRanges);
  const isTrusted = (address: Address, index: number) =>
    typeof trusted === 'boolean'
      ? trusted && index === 0
      : ipaddr.subnetMatch(address, { trusted: ranges }, '') === 'trusted';
  const read = (connection: string, forwarded: string): string => {
    let client: Address | undefined;
    for (const [index, text] of [connection, ...forwarded.split(',').toReversed()].entries()) {
      const hop = parseAddress(text);
      // Entries to the left of an invalid one cannot be trusted.
      if (!hop) break;
      client = hop;
      if (!isTrusted(hop, index)) break;
    }
    return client?.toString() ?? 'unknown';
  };
  // Parsing takes as long as serving a cached page, so results are cached.
  const cache = new LRUCache<string, string>({ max: 10_000 });
  return (connection: string | undefined, forwarded: string): string => {
    const key = `${connection ?? ''} ${trusted === false ? '' : forwarded}`;
    const address = cache.get(key) ?? read(connection ?? '', forwarded);
    if (key.length < longestCached) cache.set(key, address);
    return address;
  };
}

/** Returns the last entry of `x-forwarded-for`, written by the edge (`clientAddressReader`) or the platform's proxy. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1) ?? 'unknown';
}

function parseRanges(range: string): [Address, number][] {
  const texts = namedRanges[range] ?? [
    range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`,
  ];
  return texts.map((text) => ipaddr.parseCIDR(text));
}
