import { timingSafeEqual } from 'node:crypto';
import type { UserSettingName } from '@parley/contract/objects/user-settings.ts';
import type { RealmRow } from '../../../engine/db/realm.ts';
import { urlOf } from '../../../engine/hosts.ts';
import type { World } from '../../../http/world.ts';

/** Kinds of e-mail that a link ends, and the setting that it switches off. */
export const unsubscribeSettings = {
  missed_messages: 'enable_offline_email_notifications',
  digest: 'enable_digest_emails',
  login: 'enable_login_emails',
  marketing: 'enable_marketing_emails',
} as const satisfies Record<string, UserSettingName>;

export type UnsubscribeType = keyof typeof unsubscribeSettings;

export function isUnsubscribeType(type: string): type is UnsubscribeType {
  return Object.hasOwn(unsubscribeSettings, type);
}

type Secrets = Pick<World, 'sealer'>;

/** The link needs no log-in and does not expire: its key is a keyed hash of user and type. */
export function unsubscribeUrlOf(
  { config, sealer }: Secrets & Pick<World, 'config'>,
  { id, subdomain }: Pick<RealmRow, 'id' | 'subdomain'>,
  userId: number,
  type: UnsubscribeType,
): string {
  const key = `${userId}-${signatureOf({ sealer }, id, userId, type)}`;
  return `${urlOf(config.hosts, subdomain)}/accounts/unsubscribe/${type}/${key}`;
}

/** The user of a valid key. */
export function userOfKey(
  world: Secrets,
  realmId: number,
  type: UnsubscribeType,
  key: string,
): number | undefined {
  const [, id, signature = ''] = KEY.exec(key) ?? [];
  if (id === undefined) return undefined;
  const expected = signatureOf(world, realmId, Number(id), type);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? Number(id) : undefined;
}

const KEY = /^(\d{1,15})-([0-9a-f]{64})$/;

function signatureOf({ sealer }: Secrets, realmId: number, userId: number, type: UnsubscribeType): string {
  return sealer.fingerprint('unsubscribe', `${realmId}:${userId}:${type}`);
}
