import { domainToASCII } from 'node:url';
import { limits } from '@parley/contract/limits.ts';
import type { Config } from '../../engine/config.ts';
import { hostOf } from '../../engine/hosts.ts';

type Hosts = Config['hosts'];

/** The domain of placeholder and bot addresses: the organization's host if it is valid in an e-mail address. */
export function domainOf(hosts: Hosts, subdomain: string): string {
  const host = hostOf(hosts, subdomain);
  return isEmailAddress(`bot@${host}`) ? host : hosts.external.replace(/:\d+$/, '');
}

/** The address shown instead of a hidden one. */
export function placeholderAddress(domain: string, id: number): string {
  return `user${id}@${domain}`;
}

/** The user id in a placeholder address of this organization, or undefined. */
export function userIdInAddress(hosts: Hosts, subdomain: string, address: string): number | undefined {
  const match = /^user(\d{1,15})@(.+)$/i.exec(address);
  const domain = match?.[2]?.toLowerCase();
  const isOwnDomain = domain === domainOf(hosts, subdomain) || domain === hostOf(hosts, subdomain);
  return match !== null && isOwnDomain ? Number(match[1]) : undefined;
}

const LOCAL_PART = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/i;
const LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/i;
const MAX_LOCAL_PART_LENGTH = 64;

/** Whether text is the address of one mailbox, without comments, quotes or display names. */
export function isEmailAddress(text: string): boolean {
  const at = text.lastIndexOf('@');
  const [local, domain] = [text.slice(0, at), domainToASCII(text.slice(at + 1))];
  if (at < 1 || text.length > limits.emailLength || local.length > MAX_LOCAL_PART_LENGTH) return false;
  if (!LOCAL_PART.test(local)) return false;
  const labels = domain.split('.');
  if (!labels.every((label) => LABEL.test(label))) return false;
  return domain === 'localhost' || (labels.length > 1 && !/^\d+$/.test(labels.at(-1) ?? ''));
}

/** Lower-cases the domain only: the local part of an address may be case-sensitive. */
export function storedAddress(address: string): string {
  const at = address.lastIndexOf('@');
  return address.slice(0, at) + address.slice(at).toLowerCase();
}
