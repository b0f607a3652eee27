import { specReactionType, type UserStatus } from '@parley/contract/objects/emoji.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../../engine/db/schema.ts';
import { q, type Reader } from '../../engine/db/sql.ts';
import type { ReadState } from '../../http/snapshot.ts';
import { adaptReactionType } from '../emoji/adapt.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { visibleUsersOf } from '../users/access.ts';

export function findStatus(reader: Reader, realmId: number, userId: number): Promise<StatusRow | undefined> {
  return reader.first(
    q.selectFrom('user_status').selectAll().where('realm_id', '=', realmId).where('user_id', '=', userId),
  );
}

export type StatusRow = Selectable<Schema['user_status']>;

/** Omits empty fields. */
export function presentStatus(row: StatusRow, isVisible: boolean): UserStatus {
  return {
    ...(isVisible ? {} : { away: true }),
    ...(row.status_text === '' ? {} : { status_text: row.status_text }),
    ...(row.emoji_name === ''
      ? {}
      : {
          emoji_name: row.emoji_name,
          emoji_code: row.emoji_code,
          reaction_type: specReactionType.parse(row.reaction_type),
        }),
  };
}

export const userStatusState: ReadState<'user_status'> = async ({
  reader,
  realm,
  user: viewer,
  clientOptions,
}) => {
  const sees = await visibleUsersOf(reader, { realm, user: viewer });
  const rows = await reader.all(
    q
      .selectFrom('user_status')
      .innerJoin('realm_user', (join) =>
        join
          .onRef('realm_user.realm_id', '=', 'user_status.realm_id')
          .onRef('realm_user.id', '=', 'user_status.user_id'),
      )
      .selectAll('user_status')
      .select([
        'realm_user.settings',
        'realm_user.email_visibility',
        'realm_user.timezone',
        'realm_user.bot_type',
      ])
      .where('user_status.realm_id', '=', realm.id)
      .where('realm_user.is_active', '=', true),
  );
  const user_status: Record<string, UserStatus> = {};
  for (const row of rows) {
    if (!sees({ id: row.user_id, bot_type: row.bot_type })) continue;
    const shown = presentStatus(row, settingsOf(row).presence_enabled);
    const status = adaptReactionType(shown, clientOptions.isPublicClient === true);
    if (Object.keys(status).length > 0) user_status[row.user_id] = status;
  }
  return { user_status };
};
