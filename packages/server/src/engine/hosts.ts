import type { Config } from './config.ts';

type Hosts = Config['hosts'];

/** The subdomain that a `Host` header selects; the empty string is the root organization. */
export function subdomainOf(hosts: Hosts, header: string): string {
  const host = header.toLowerCase();
  const suffix = `.${hosts.external}`;
  const bare = host.replace(/:\d+$/, '');
  for (const candidate of [host, bare]) {
    if (candidate.endsWith(suffix)) return resolveAlias(hosts, candidate.slice(0, -suffix.length));
  }
  for (const [subdomain, alternative] of Object.entries(hosts.realmHosts)) {
    if (alternative.toLowerCase() === host || alternative.toLowerCase() === bare) return subdomain;
  }
  return '';
}

function resolveAlias(hosts: Hosts, subdomain: string): string {
  return hosts.rootAliases.includes(subdomain) ? '' : subdomain;
}

/** The canonical host of an organization. */
export function hostOf(hosts: Hosts, subdomain: string): string {
  if (subdomain === '') return hosts.external;
  return hosts.realmHosts[subdomain] ?? `${subdomain}.${hosts.external}`;
}

/** The canonical URL of an organization, without a trailing slash. */
export function urlOf(hosts: Hosts, subdomain: string): string {
  return `${hosts.scheme}://${hostOf(hosts, subdomain)}`;
}

/** The origin of pages at a `Host` header. */
export function originOf(hosts: Hosts, header: string): string {
  return `${hosts.scheme}://${header.toLowerCase()}`;
}
