import { limits } from '@parley/contract/limits.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import { checkName } from '../../chat/channels/names.ts';
import { sendNotice } from '../../chat/notices/compose-notice.ts';
import { userLink } from '../../chat/notices/links.ts';
import { badRequest } from '../../engine/api-error.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { checkRealmName, createRealm, nextRealmId } from '../realm/create-realm.ts';
import { createFirstChannels } from '../realm/first-channels.ts';
import { createUser } from '../users/create-user.ts';
import { hasNoOrganization, noSetup } from './code.ts';

/** The answers to the three questions; the password is already hashed. */
export type Beginning = {
  readonly subdomain: string;
  readonly name: string;
  readonly owner: { readonly fullName: string; readonly email: string; readonly passwordHash: string };
  /** Announcements go to the first one. */
  readonly channels: readonly string[];
};

/** The topic of the first message. */
const WELCOME_TOPIC = 'welcome';

/**
 * Creates the first organization with its channels and owner, all or nothing. Of several requests with the same code,
 * also on several nodes, one deletes the row of the code and succeeds.
 */
export async function beginOrganization(world: World, seed: Buffer, beginning: Beginning): Promise<UserRow> {
  const id = await nextRealmId(world.pool);
  return world.write(id, async (tx) => {
    const taken = await tx.first(q.deleteFrom('setup_code').where('seed', '=', seed).returning('is_only'));
    if (taken === undefined || !(await hasNoOrganization(tx))) throw noSetup();
    return create(tx, world, beginning);
  });
}

async function create(
  tx: Tx,
  world: World,
  { subdomain, name, owner, channels }: Beginning,
): Promise<UserRow> {
  await createRealm(tx, { id: tx.realmId, subdomain, name });
  tx.record({ action: 'organization.created', object: { type: 'organization' }, after: { name, subdomain } });
  const [main = '', ...others] = channels;
  const wanted = [...others, main].map((channel) => ({
    name: channel,
    description: channel === main ? 'Announcements and everything that concerns everybody.' : '',
  }));
  const channel = await createFirstChannels(tx, wanted);
  const user = await createUser(tx, world, { ...owner, role: roles.owner });
  const realm = await lockRealm(tx);
  const content = `${userLink(user)} made ${name}.`;
  await sendNotice(tx, world, {
    channel,
    topic: WELCOME_TOPIC,
    content,
    cause: { realm, user },
    read: [user.id],
  });
  return user;
}

/** The name of an organization in its stored form; throws if it is invalid. */
export function checkOrganizationName(given: string): string {
  const name = given.trim();
  checkRealmName(name);
  if (isLongerThan(name, limits.realmNameLength))
    throw badRequest(`The name must have at most ${limits.realmNameLength} characters.`);
  return name;
}

/** The names of the first channels, each once. */
export function checkFirstChannels(given: readonly string[]): string[] {
  const byKey = new Map(given.map((name) => checkName(name)).map((name) => [name.toLowerCase(), name]));
  return [...byKey.values()];
}
