import type { IncomingHttpHeaders, IncomingMessage } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import type { Config } from '../engine/config.ts';

/** The part of a request that tells where it comes from. */
export type AddressedRequest = {
  readonly headers: IncomingHttpHeaders;
  readonly socket: { readonly remoteAddress?: string | undefined };
};

export type Proxies = {
  /** Whether the peer (hop 0), or the address that the peer reports (hop 1), is a proxy of the operator. */
  readonly trusts: (address: string, hop: number) => boolean;
  /** The last peer that sent X-Forwarded-For without being trusted: mostly a proxy that is not configured. */
  untrusted(): string | undefined;
  /** The address of the client behind all trusted proxies. */
  clientOf(request: AddressedRequest): string;
};

/**
 * Trusts proxies by their addresses, by the number of hops, or by both. The number is safer where clients have
 * addresses in the range of the proxies, because a client cannot add hops behind the last proxy.
 */
export function createProxies({
  trustedProxies,
  proxyHops,
}: Pick<Config['hosts'], 'trustedProxies' | 'proxyHops'>): Proxies {
  const isListed = proxyAddr.compile([...trustedProxies]);
  const trusts = (address: string, hop: number): boolean => {
    if (proxyHops === 0) return isListed(address, hop);
    return hop < proxyHops && (hop > 0 || trustedProxies.length === 0 || isListed(address, hop));
  };
  let untrusted: string | undefined;
  return {
    trusts,
    untrusted: () => untrusted,
    clientOf: (request) => {
      const { headers, socket } = request;
      const peer = socket.remoteAddress ?? '';
      if (headers['x-forwarded-for'] === undefined) return peer;
      if (!trusts(peer, 0)) {
        untrusted = peer;
        return peer;
      }
      return proxyAddr(request as unknown as IncomingMessage, trusts);
    },
  };
}
