import { readAvatar, type AvatarCopies } from '../avatars/upload-avatar.ts';
import { botTypes } from '@parley/contract/objects/user.ts';
import { refuseBot } from '@parley/contract/rights/bot-rights.ts';
import type { Config } from '../../engine/config.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { oneFile } from '../../http/files/store-pictures.ts';
import { grantedPermissions } from '../groups/permissions.ts';
import { domainOf, isEmailAddress } from '../users/address.ts';
import { nameKeyOf } from '../users/full-name.ts';
import { lockAccounts } from '../users/last-owner.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { isUrl } from '../profile-fields/url.ts';
import type { Call } from '../../http/route.ts';

/** Throws if the actor may not create bots of this type. */
export async function checkMayCreateBot(tx: Tx, { realm, user }: Actor, type: number): Promise<void> {
  const granted = await grantedPermissions(tx, realm, user, [
    'can_create_bots_group',
    'can_create_write_only_bots_group',
  ]);
  const refusal = refuseBot(
    {
      can_create_bots_group: granted.has('can_create_bots_group'),
      can_create_write_only_bots_group: granted.has('can_create_write_only_bots_group'),
    },
    type === botTypes.incomingWebhook,
  );
  if (refusal !== undefined) throw badRequest(refusal.reason);
}

/** Throws if an active account has the same name; locks the organization against concurrent renames. */
export async function refuseActiveName(tx: Tx, name: string, except = 0): Promise<void> {
  await lockAccounts(tx);
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
  if (other !== undefined) throw badRequest(`The name '${name}' is already in use.`);
}

/** The e-mail address of a bot with a given short name. */
export function botAddress(config: Pick<Config, 'hosts'>, subdomain: string, shortName: string): string {
  const short = shortName.trim();
  const address = `${short}-bot@${domainOf(config.hosts, subdomain)}`;
  if (short === '' || !isEmailAddress(address))
    throw badRequest('short_name is not valid in an e-mail address.');
  return address;
}

export function checkPayloadUrl(url: string): string {
  if (!isUrl(url) || !/^https?:/i.test(url)) throw badRequest('payload_url must be an http or https URL.');
  return url;
}

/** Throws for null characters, which PostgreSQL cannot store. */
export function checkConfig(config: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  if (Object.entries(config).some((entry) => entry.join().includes('\0')))
    throw badRequest('config_data must not contain null characters.');
  return config;
}

/** Reads the uploaded avatar, if the request has one. */
export async function pictureOf(call: Call): Promise<AvatarCopies | undefined> {
  return call.files.length === 0 ? undefined : readAvatar(call.world, call, oneFile(call.files).content);
}
