import { topicLinks } from '@parley/markdown';
import type { RealmRow } from '../../engine/db/realm.ts';
import type { Config } from '../../engine/config.ts';
import { urlOf } from '../../engine/hosts.ts';

/** Mail programs make links of these even where the server would not. */
const LINK_START = /:\/\/|\bwww\./i;

/** Whether a mail program may show a name, or a part of it, as a link. */
export function looksLikeLink(name: string): boolean {
  return LINK_START.test(name) || topicLinks(name, [], () => []).length > 0;
}

/** The name of an organization in e-mails; its host if the name could lead a recipient elsewhere. */
export function realmNameInEmail(
  { hosts }: Pick<Config, 'hosts'>,
  { name, subdomain }: Pick<RealmRow, 'name' | 'subdomain'>,
): string {
  return looksLikeLink(name) ? new URL(urlOf(hosts, subdomain)).host : name;
}

/** The name of a user in e-mails; undefined if it could lead a recipient elsewhere. */
export function userNameInEmail({ full_name }: { readonly full_name: string }): string | undefined {
  return looksLikeLink(full_name) ? undefined : full_name;
}
