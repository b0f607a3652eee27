import { limits } from '@parley/contract/limits.ts';
import { sql, type Reader } from '../../../../engine/db/sql.ts';
import { MARKS } from '../../flags.ts';
import type { Home } from './homes.ts';
import type { Owner } from './owner.ts';
import { eachPage, type Asked } from './pages.ts';
import type { UnreadSettings } from './unread-settings.ts';
import { unreadColumns, withMarks, type UnreadRow } from './row.ts';

/** The newest of what is unread, the newest first: no more is read of each conversation than may be among it. */
export async function listUnread(
  reader: Reader,
  owner: Owner,
  places: UnreadSettings,
  homes: readonly Home[],
  elsewhere: readonly UnreadRow[],
): Promise<readonly UnreadRow[]> {
  const here = new Set(homes.map(({ home_id }) => home_id));
  let listed = newest(
    elsewhere.filter(({ home_id, marks }) => !here.has(home_id) || (marks & MARKS.unread) > 0),
  );
  await eachPage(
    [...here],
    (asked, most) => look(reader, owner, asked, floorOf(listed), most),
    (rows) => {
      listed = newest([...listed, ...rows.filter((row) => places.isListed(row))]);
      return { floor: floorOf(listed) };
    },
  );
  return listed;
}

function newest(rows: readonly UnreadRow[]): UnreadRow[] {
  return rows.toSorted((a, b) => b.id - a.id).slice(0, limits.unreadInRegister);
}

/** Up to this id nothing is listed any more. */
function floorOf(listed: readonly UnreadRow[]): number {
  return listed.length < limits.unreadInRegister ? 0 : (listed.at(-1)?.id ?? 0);
}

function look(
  reader: Reader,
  owner: Owner,
  asked: readonly Asked[],
  above: number,
  most: number,
): Promise<UnreadRow[]> {
  return reader.all(
    sql<UnreadRow>`
      select ${unreadColumns}
      from unnest(
        ${asked.map(({ home_id }) => home_id)}::bigint[], ${asked.map(({ below }) => below)}::bigint[]
      ) as h (home_id, below)
      cross join lateral unread_in(
        ${owner.realmId}, ${owner.userId}, h.home_id, ${above}, h.below, true, ${most}
      ) as u
      join message m on m.realm_id = ${owner.realmId} and m.id = u.id
      ${withMarks(owner)}`,
  );
}
