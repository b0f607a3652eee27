import type { RealmRow } from '../../engine/db/realm.ts';
import { urlOf } from '../../engine/hosts.ts';
import { PREFIX } from '../../http/prefix.ts';
import type { World } from '../../http/world.ts';

/** The path for assistants. */
export const MCP_PATH = '/mcp';

/** The parts of an organization for which programs get tokens, as paths below its URL. */
export const resources = [MCP_PATH, PREFIX] as const;

export type Resource = (typeof resources)[number];

/** The path of the document that tells a program where to get a token for a part (RFC 9728). */
export function metadataPathOf(resource: Resource): string {
  return `/.well-known/oauth-protected-resource${resource}`;
}

type Hosts = World['config']['hosts'];

/** The identifier of an organization as the server that issues tokens (RFC 8414). */
export function issuerOf(hosts: Hosts, { subdomain }: Pick<RealmRow, 'subdomain'>): string {
  return urlOf(hosts, subdomain);
}

/** The identifier of a part of an organization (RFC 8707). */
export function identifierOf(hosts: Hosts, realm: Pick<RealmRow, 'subdomain'>, resource: Resource): string {
  return `${issuerOf(hosts, realm)}${resource}`;
}

/** The part that an identifier names; without one the API. Undefined for parts of other servers and organizations. */
export function resourceNamed(
  hosts: Hosts,
  realm: Pick<RealmRow, 'subdomain'>,
  identifier: string | undefined,
): Resource | undefined {
  if (identifier === undefined) return PREFIX;
  return resources.find((resource) => identifierOf(hosts, realm, resource) === identifier);
}
