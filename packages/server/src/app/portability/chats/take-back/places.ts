import { limits } from '@parley/contract/limits.ts';
import { raiseVocabularyVersion } from '../../../../chat/messages/rendering/vocabulary.ts';
import { lockRealm } from '../../../../engine/db/realm.ts';
import { sql } from '../../../../engine/db/sql.ts';
import type { Tx } from '../../../../engine/db/tx.ts';
import { objectionsTo } from '../../../../organization/groups/uses.ts';
import { endAllQueues } from '../end-queues.ts';
import { cutTo, uniqueName } from '../texts.ts';
import { forgetImported, type Returning } from './returning.ts';

/** Objects that the import made besides messages and people. */
export type Places = {
  readonly channels: readonly number[];
  readonly groups: readonly number[];
  readonly emoji: readonly number[];
};

/**
 * Archives channels without messages, and takes groups and emoji out of use, under names that leave theirs free. It ends all
 * queues, because clients have no events of it.
 */
export async function retirePlaces(tx: Tx, work: Returning, places: Places): Promise<readonly Stayed[]> {
  await lockRealm(tx);
  const stayed = [
    ...(await archiveChannels(tx, work, places.channels)),
    ...(await retireGroups(tx, work, places.groups)),
  ];
  if (places.emoji.length > 0) {
    await tx.all(sql`
      update custom_emoji set is_deactivated = true
      where realm_id = ${tx.realmId} and id = any(${[...places.emoji]}::bigint[])`);
    await raiseVocabularyVersion(tx, 'emoji');
    await forgetImported(tx, work, 'emoji', places.emoji);
  }
  if (places.channels.length + places.groups.length + places.emoji.length > 0) await endAllQueues(tx);
  return stayed;
}

/** A thing that stays, with the reason. */
export type Stayed = { readonly what: string; readonly name: string };

type Named = { readonly id: number; readonly name: string };

async function archiveChannels(tx: Tx, work: Returning, ids: readonly number[]): Promise<Stayed[]> {
  const channels = await tx.all(sql<Named & { isUsed: boolean }>`
    select c.id, c.name, exists (
      select from message m where m.realm_id = c.realm_id and m.conversation_id = c.conversation_id
    ) or exists (select from hold h where h.realm_id = c.realm_id and h.channel_id = c.id) as "isUsed"
    from channel c where c.realm_id = ${tx.realmId} and c.id = any(${[...ids]}::bigint[]) order by c.id for update`);
  const empty = channels.filter(({ isUsed }) => !isUsed);
  await rename(tx, 'channel', empty, limits.channelNameLength);
  await tx.all(sql`
    update channel set is_archived = true, is_default = false
    where realm_id = ${tx.realmId} and id = any(${empty.map(({ id }) => id)}::bigint[])`);
  await forgetImported(
    tx,
    work,
    'channel',
    empty.map(({ id }) => id),
  );
  return channels
    .filter(({ isUsed }) => isUsed)
    .map(({ name }) => ({ what: 'channels with other messages stay', name }));
}

async function retireGroups(tx: Tx, work: Returning, ids: readonly number[]): Promise<Stayed[]> {
  const groups = await tx.all(sql<Named>`
    select id, name from user_group
    where realm_id = ${tx.realmId} and id = any(${[...ids]}::bigint[]) and name is not null and not is_deactivated
    order by id for update`);
  const unused: Named[] = [];
  const stayed: Stayed[] = [];
  for (const group of groups)
    if ((await objectionsTo(tx, tx.realmId, group.id)).length === 0) unused.push(group);
    else stayed.push({ what: 'groups with permissions stay', name: group.name });
  await rename(tx, 'user_group', unused, limits.groupNameLength);
  const retired = unused.map(({ id }) => id);
  await tx.all(sql`
    update user_group set is_deactivated = true
    where realm_id = ${tx.realmId} and id = any(${retired}::bigint[])`);
  await forgetImported(tx, work, 'group', retired);
  return stayed;
}

const SUFFIX = ' (taken back)';

async function rename(
  tx: Tx,
  table: 'channel' | 'user_group',
  rows: readonly Named[],
  length: number,
): Promise<void> {
  const names = await tx.all(sql<{ name: string }>`
    select lower(name) as name from ${sql.table(table)} where realm_id = ${tx.realmId} and name is not null`);
  const taken = new Set(names.map(({ name }) => name));
  const renamed = rows.map(({ id, name }) => {
    const free = uniqueName(cutTo(name, length - SUFFIX.length) + SUFFIX, length, (one) =>
      taken.has(one.toLowerCase()),
    );
    taken.add(free.toLowerCase());
    return { id, name: free };
  });
  await tx.all(sql`
    update ${sql.table(table)} t set name = r.name
    from unnest(${renamed.map(({ id }) => id)}::bigint[], ${renamed.map(({ name }) => name)}::text[]) as r (id, name)
    where t.realm_id = ${tx.realmId} and t.id = r.id`);
}
