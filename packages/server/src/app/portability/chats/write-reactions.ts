import { sql } from '../../../engine/db/sql.ts';
import { inGroups } from '../lines.ts';
import type { ChatArchive, LateReaction } from './form.ts';
import { findImported } from './imported.ts';
import type { ImportReport } from './report.ts';
import { reactionRow, type Writing } from './write-messages.ts';
import { writePatiently } from './write-patiently.ts';

const GROUP = 1_000;

/** Reactions that the archive has apart from messages. Those of messages that were here before the import stay as they are. */
export async function writeReactions(
  work: Writing,
  archive: ChatArchive,
  report: ImportReport,
): Promise<void> {
  if (archive.reactions === undefined) return;
  for await (const group of inGroups(archive.reactions(report), GROUP)) await writeGroup(work, group, report);
}

async function writeGroup(
  work: Writing,
  group: readonly LateReaction[],
  report: ImportReport,
): Promise<void> {
  const { world, realmId, origin } = work;
  const ids = await findImported(world.pool, realmId, origin, 'message', [
    ...new Set(group.map(({ message }) => message)),
  ]);
  const rows = group.flatMap((reaction) => {
    const id = ids.get(reaction.message);
    if (id === undefined) {
      report.skip('reactions to messages that are not here');
      return [];
    }
    const row = reactionRow(work, reaction, id);
    if (row === undefined) report.skip('reactions with an unknown emoji');
    return row ?? [];
  });
  if (rows.length === 0) return;
  await writePatiently(world, realmId, (tx) =>
    tx.all(sql`
      insert into reaction (realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, position)
      select ${realmId}, r.at, r."user", r.type, r.code, r.name, r.at
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb)
        as r (at bigint, "user" bigint, type text, code text, name text)
      where exists (select from message m join import_home h on h.realm_id = m.realm_id and h.conversation_id = m.home_id
        where m.realm_id = ${realmId} and m.id = r.at)
      on conflict do nothing`),
  );
  report.take('reactions', rows.length);
}
