import type { UserStatus } from '@parley/contract/objects/emoji.ts';
import { q } from '../db/sql.ts';
import { fitReactionType } from '../emoji/fit.ts';
import { eyesOf } from '../people/access.ts';
import type { ReadState } from '../queues/snapshot.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { presentStatus } from './present.ts';

export const userStatusState: ReadState<'user_status'> = async ({
  reader,
  realm,
  person: viewer,
  wishes,
}) => {
  const sees = await eyesOf(reader, { realm, person: viewer });
  const rows = await reader.all(
    q
      .selectFrom('user_status')
      .innerJoin('person', (join) =>
        join
          .onRef('person.realm_id', '=', 'user_status.realm_id')
          .onRef('person.id', '=', 'user_status.person_id'),
      )
      .selectAll('user_status')
      .select(['person.settings', 'person.email_visibility', 'person.timezone', 'person.bot_type'])
      .where('user_status.realm_id', '=', realm.id)
      .where('person.is_active', '=', true),
  );
  const user_status: Record<string, UserStatus> = {};
  for (const row of rows) {
    if (!sees({ id: row.person_id, bot_type: row.bot_type })) continue;
    const shown = presentStatus(row, settingsOf(row).presence_enabled);
    const status = fitReactionType(shown, wishes.isPublicClient === true);
    if (Object.keys(status).length > 0) user_status[row.person_id] = status;
  }
  return { user_status };
};
