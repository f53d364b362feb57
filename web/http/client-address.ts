import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#settings';

/** Characters; longer headers could fill the memory. */
const longestKept = 200;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** Parses an address as proxies write it, also with a port or a zone. IPv4 within IPv6 is IPv4. */
export function parseAddress(text: string): Address | undefined {
  const [, bracketed, withPort] = /^(?:\[([^\]]*)\](?::\d+)?|([\d.]+):\d+)$/.exec(text.trim()) ?? [];
  const [address = ''] = (bracketed ?? withPort ?? text.trim()).split('%');
  // The library also reads `1` and `0x7f.1`, which no proxy writes.
  const isAddress = ipaddr.IPv4.isValidFourPartDecimal(address) || ipaddr.IPv6.isValid(address);
  return isAddress ? ipaddr.process(address) : undefined;
}

const namedRanges: Record<string, string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  private: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/**
 * Finds the client from the connection's address and `x-forwarded-for`. Each proxy appends the address that it was
 * asked from, and a client can write anything before that: read from the end, the first that is no trusted proxy is the
 * client.
 */
export function clientAddressReader(trusted: Settings['trustProxy']) {
  const ranges = typeof trusted === 'boolean' ? [] : trusted.flatMap(rangesOf);
  const isTrusted = (address: Address, index: number) =>
    typeof trusted === 'boolean'
      ? trusted && index === 0
      : ipaddr.subnetMatch(address, { trusted: ranges }, '') === 'trusted';
  const read = (connection: string, forwarded: string): string => {
    let client: Address | undefined;
    for (const [index, text] of [connection, ...forwarded.split(',').toReversed()].entries()) {
      const hop = parseAddress(text);
      // Entries before an invalid one cannot be trusted.
      if (!hop) break;
      client = hop;
      if (!isTrusted(hop, index)) break;
    }
    return client?.toString() ?? 'unknown';
  };
  // Parsing takes as long as serving a cached page, and a visitor's headers repeat.
  const known = new LRUCache<string, string>({ max: 10_000 });
  return (connection: string | undefined, forwarded: string): string => {
    const key = `${connection ?? ''} ${trusted === false ? '' : forwarded}`;
    const address = known.get(key) ?? read(connection ?? '', forwarded);
    if (key.length < longestKept) known.set(key, address);
    return address;
  };
}

/** The last entry of `x-forwarded-for`: the edge writes it (`clientAddressReader`), else the proxy in front. */
export function clientAddress(headers: Headers): string {
  return headers.get('x-forwarded-for')?.split(',').at(-1) ?? 'unknown';
}

function rangesOf(range: string): [Address, number][] {
  const texts = namedRanges[range] ?? [
    range.includes('/') ? range : `${range}/${range.includes(':') ? 128 : 32}`,
  ];
  return texts.map((text) => ipaddr.parseCIDR(text));
}
