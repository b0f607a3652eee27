import { readAvatar, type AvatarCopies } from '../avatars/upload-avatar.ts';
import type { Config } from '../../engine/config.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { oneFile } from '../../http/files/keep-pictures.ts';
import { grantedPermissions } from '../groups/permissions.ts';
import type { UploadedFile } from '../../http/fields.ts';
import { domainOf, isEmailAddress } from '../users/address.ts';
import { nameKeyOf } from '../users/full-name.ts';
import { lockOwnership } from '../users/last-owner.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isUrl } from '../profile-fields/url.ts';
import type { World } from '../../http/world.ts';

const INCOMING = 2;

/** Refuses kinds of bots that somebody may not create. */
export async function checkMayCreateBot(tx: Tx, { realm, user }: Actor, type: number): Promise<void> {
  const held = await grantedPermissions(tx, realm, user, [
    'can_create_bots_group',
    'can_create_write_only_bots_group',
  ]);
  const may =
    held.has('can_create_bots_group') || (type === INCOMING && held.has('can_create_write_only_bots_group'));
  if (!may) throw badRequest('You may not create bots of this kind.');
}

/** Two active accounts that write could not be told apart. One name at a time is given out. */
export async function refuseActiveName(tx: Tx, name: string, except = 0): Promise<void> {
  await lockOwnership(tx);
  const other = await tx.first(
    q
      .selectFrom('realm_user')
      .select('id')
      .where('realm_id', '=', tx.realmId)
      .where('name_key', '=', nameKeyOf(name))
      .where('full_name', '=', name)
      .where('is_active', '=', true)
      .where('id', '!=', except)
      .limit(1),
  );
  if (other !== undefined) throw badRequest('Somebody has that name already.');
}

/** The address of a bot, from the first part that its owner chose. */
export function botAddress(config: Pick<Config, 'hosts'>, subdomain: string, shortName: string): string {
  const short = shortName.trim();
  const address = `${short}-bot@${domainOf(config.hosts, subdomain)}`;
  if (short === '' || !isEmailAddress(address))
    throw badRequest('The short name cannot be part of an address.');
  return address;
}

export function checkPayloadUrl(url: string): string {
  if (!isUrl(url) || !/^https?:/i.test(url)) throw badRequest('The address to call must be a web address.');
  return url;
}

/** Text that the database cannot keep. */
export function checkConfig(config: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (Object.entries(config).some((entry) => entry.join().includes('\0')))
    throw badRequest('Settings of a bot hold no null characters.');
  return config;
}

/** Pictures of one's own come with uploads. */
/** The picture that came along, if one did. */
export async function pictureOf(
  world: Pick<World, 'pictures'>,
  files: readonly UploadedFile[],
): Promise<AvatarCopies | undefined> {
  return files.length === 0 ? undefined : readAvatar(world, oneFile(files).content);
}
