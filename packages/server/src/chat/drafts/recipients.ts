import { checkReadableChannels } from '../channels/access.ts';
import { q, sql, type Reader } from '../../engine/db/sql.ts';
import { visibleUsersOf } from '../../organization/users/access.ts';
import { refuseUnknownUsers } from '../../organization/users/find-user.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import type { CheckedDraft } from './content.ts';

/** The stored recipients of each draft: a channel id, or the ids of the other users, ascending. */
export async function recipientsOf(
  reader: Reader,
  actor: Actor,
  drafts: readonly CheckedDraft[],
): Promise<number[][]> {
  await checkReadableChannels(reader, actor, idsOf(drafts, 'stream'));
  await checkUsers(reader, actor, idsOf(drafts, 'private'));
  return drafts.map((draft) => (draft.type === 'private' ? otherUsers(actor, draft.to) : [...draft.to]));
}

function idsOf(drafts: readonly CheckedDraft[], type: CheckedDraft['type']): ReadonlySet<number> {
  return new Set(drafts.flatMap((draft) => (draft.type === type ? draft.to : [])));
}

async function checkUsers(reader: Reader, { realm, user }: Actor, ids: ReadonlySet<number>): Promise<void> {
  if (ids.size === 0) return;
  const sees = await visibleUsersOf(reader, { realm, user }, ids);
  const found = await reader.all(
    q
      .selectFrom('realm_user')
      .select(['id', 'bot_type', 'is_active'])
      .where('realm_id', '=', user.realm_id)
      // An array is a single parameter; the number of parameters is limited, that of recipients is not.
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  const visible = found.filter(sees);
  refuseUnknownUsers(new Map([...ids].map((id) => [id, id])), new Set(visible.map(({ id }) => id)));
  const deactivated = visible.find((recipient) => !recipient.is_active);
  if (deactivated !== undefined) throw badRequest(`User ${deactivated.id} is deactivated.`);
}

function otherUsers({ user }: Actor, ids: readonly number[]): number[] {
  const others = ids.filter((id) => id !== user.id);
  return others.length === 0 ? [user.id] : others.toSorted((a, b) => a - b);
}
