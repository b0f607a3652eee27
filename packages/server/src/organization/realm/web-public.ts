import type { Config } from '../../engine/config.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import { isLimited, type RealmRow } from '../../engine/db/realm.ts';
import { realmSettingsOf } from './settings.ts';

type Server = Pick<Config, 'webPublic'>;

/** Whether the server, the plan and the organization all allow web-public channels. */
export function allowsWebPublic(server: Server, realm: RealmRow): boolean {
  return server.webPublic && !isLimited(realm) && realmSettingsOf(realm).enable_spectator_access;
}

/** Whether visitors without an account can read something here: archived web-public channels count. */
export async function hasWebPublicAccess(reader: Reader, server: Server, realm: RealmRow): Promise<boolean> {
  if (!allowsWebPublic(server, realm) || realm.deactivated_at !== null) return false;
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
