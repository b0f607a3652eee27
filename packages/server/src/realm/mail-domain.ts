import type { Config } from '../config.ts';
import { hostOf } from '../http/hosts.ts';

/** The domain of addresses that the server makes up: the organization's host, unless an address cannot have it. */
export const mailDomainOf = (hosts: Config['hosts'], subdomain: string): string => {
  const host = hostOf(hosts, subdomain);
  return host.includes(':') ? hosts.external.replace(/:\d+$/, '') : host;
};
