import ipaddr from 'ipaddr.js';
import { LRUCache } from 'lru-cache';
import type { Settings } from '#settings';

/** Characters; a client can send longer ones to fill the memory. */
const longestKept = 200;

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/** An address as proxies write it: also with a port or a zone. IPv4 within IPv6 is IPv4. Undefined for what is none. */
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
 * Tells who sent a request, from the address of the connection and the `x-forwarded-for` that came with it. Each proxy
 * adds the address that it was asked from at the end, and a client can write what it likes before that. So the entries are
 * read from the end, and the first that no trusted proxy has is the client's.
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
      // An invalid address ends the walk: nobody can tell who wrote the entries before it.
      if (!hop) break;
      client = hop;
      if (!isTrusted(hop, index)) break;
    }
    return client?.toString() ?? 'unknown';
  };
  // Reading takes as long as answering a kept page, and a visitor comes with the same texts again.
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
