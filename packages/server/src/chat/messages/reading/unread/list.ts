import { limits } from '@parley/contract/limits.ts';
import { sql, type Reader } from '../../../../engine/db/sql.ts';
import { USER_FLAGS } from '../../flags.ts';
import type { Home } from './homes.ts';
import type { Owner } from './owner.ts';
import { eachPage, type HomePage } from './pages.ts';
import { readRanges, splitByCandidates } from './ranges.ts';
import type { UnreadSettings } from './unread-settings.ts';
import { unreadColumns, withUserFlags, type UnreadRow } from './row.ts';

/**
 * The newest unread messages, newest first. Conversations with few candidates are read by one statement; of the others
 * only the messages are read that can be among the newest.
 */
export async function listUnread(
  reader: Reader,
  owner: Owner,
  settings: UnreadSettings,
  homes: readonly Home[],
  elsewhere: readonly UnreadRow[],
): Promise<readonly UnreadRow[]> {
  const homeIds = new Set(homes.map(({ home_id }) => home_id));
  let listed = newest(
    elsewhere.filter(
      ({ home_id, user_flags }) => !homeIds.has(home_id) || (user_flags & USER_FLAGS.unread) > 0,
    ),
  );
  const add = (rows: readonly UnreadRow[]): void => {
    listed = newest([...listed, ...rows.filter((row) => settings.isListed(row))]);
  };
  const { few, many } = splitByCandidates(homes);
  if (few.length > 0) add(await readRanges(reader, owner, few));
  await eachPage(
    many.map(({ home_id }) => home_id),
    (pages, limit) => readPage(reader, owner, pages, floorOf(listed), limit),
    (rows) => {
      add(rows);
      return { floor: floorOf(listed) };
    },
  );
  return listed;
}

function newest(rows: readonly UnreadRow[]): UnreadRow[] {
  return rows.toSorted((a, b) => b.id - a.id).slice(0, limits.unreadInRegister);
}

/** Messages up to this id cannot be listed any more. */
function floorOf(listed: readonly UnreadRow[]): number {
  return listed.length < limits.unreadInRegister ? 0 : (listed.at(-1)?.id ?? 0);
}

function readPage(
  reader: Reader,
  owner: Owner,
  pages: readonly HomePage[],
  above: number,
  limit: number,
): Promise<UnreadRow[]> {
  return reader.all(
    sql<UnreadRow>`
      select ${unreadColumns}
      from unnest(
        ${pages.map(({ home_id }) => home_id)}::bigint[], ${pages.map(({ below }) => below)}::bigint[]
      ) as h (home_id, below)
      cross join lateral unread_in(
        ${owner.realmId}, ${owner.userId}, h.home_id, ${above}, h.below, true, ${limit}
      ) as u
      join message m on m.realm_id = ${owner.realmId} and m.id = u.id
      ${withUserFlags(owner)}`,
  );
}
