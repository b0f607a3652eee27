import type { Config } from '../../engine/config.ts';

const ANY_PORT = 0;

/** Decides whether the server may request a URL for a preview. Addresses are checked later, when the host is looked up. */
export type VisitRule = (url: URL) => boolean;

export function createVisitRule({ hosts, previews }: Pick<Config, 'hosts' | 'previews'>): VisitRule {
  const own = [hosts.external, ...Object.values(hosts.realmHosts)].map(withoutPort);
  const { ports, allowedHosts, deniedHosts } = previews;
  return ({ hostname, protocol, port }) => {
    const host = hostname.replace(/\.$/, '');
    const number = port === '' ? (protocol === 'https:' ? 443 : 80) : Number(port);
    return (
      isPlainHost(host) &&
      (ports.includes(number) || ports.includes(ANY_PORT)) &&
      !isAmong(host, own) &&
      !isAmong(host, deniedHosts) &&
      (allowedHosts.length === 0 || isAmong(host, allowedHosts))
    );
  };
}

/** A domain with a dot, or an IPv4 address as URLs write it. */
function isPlainHost(host: string): boolean {
  return host.includes('.') && !host.startsWith('[');
}

/** Whether a host is one of these domains or below one of them. */
function isAmong(host: string, domains: readonly string[]): boolean {
  return domains.some((domain) => host === domain || host.endsWith(`.${domain}`));
}

function withoutPort(host: string): string {
  return host.toLowerCase().replace(/:\d+$/, '');
}
