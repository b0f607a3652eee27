import type { Config } from '../../engine/config.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { isLimited, type RealmRow } from '../../engine/db/realm.ts';
import { realmSettingsOf } from './settings.ts';

type WebPublicConfig = Pick<Config, 'webPublic'>;

/** Whether the server, the plan and the organization all allow web-public channels. */
export function allowsWebPublic(config: WebPublicConfig, realm: RealmRow): boolean {
  return config.webPublic && !isLimited(realm) && realmSettingsOf(realm).enable_spectator_access;
}

/** Whether spectators can read at least one channel; archived web-public channels count. */
export async function hasWebPublicAccess(
  reader: Reader,
  config: WebPublicConfig,
  realm: RealmRow,
): Promise<boolean> {
  if (!allowsWebPublic(config, realm) || realm.deactivated_at !== null) return false;
  const channel = await reader.first(
    q
      .selectFrom('channel')
      .select('id')
      .where('realm_id', '=', realm.id)
      .where('is_web_public', '=', true)
      .limit(1),
  );
  return channel !== undefined;
}
