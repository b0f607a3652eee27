import type { Config } from './config.ts';

type Hosts = Config['hosts'];

/** Which organization's name a `Host` header means; the empty string is the root. */
export function subdomainOf(hosts: Hosts, header: string): string {
  const host = header.toLowerCase();
  const suffix = `.${hosts.external}`;
  const bare = host.replace(/:\d+$/, '');
  for (const candidate of [host, bare]) {
    if (candidate.endsWith(suffix)) return rooted(hosts, candidate.slice(0, -suffix.length));
  }
  for (const [subdomain, alternative] of Object.entries(hosts.realmHosts)) {
    if (alternative.toLowerCase() === host || alternative.toLowerCase() === bare) return subdomain;
  }
  return '';
}

function rooted(hosts: Hosts, subdomain: string): string {
  return hosts.rootAliases.includes(subdomain) ? '' : subdomain;
}

/** The host at which an organization is at home. */
export function hostOf(hosts: Hosts, subdomain: string): string {
  if (subdomain === '') return hosts.external;
  return hosts.realmHosts[subdomain] ?? `${subdomain}.${hosts.external}`;
}

/** Canonical address, without a trailing slash. */
export function urlOf(hosts: Hosts, subdomain: string): string {
  return `${hosts.scheme}://${hostOf(hosts, subdomain)}`;
}
