import type { EventPayload } from '@parley/contract/events.ts';
import { limits } from '@parley/contract/limits.ts';
import { raiseVocabularyVersion } from '../../chat/messages/rendering/vocabulary.ts';
import { lockRealm } from '../../engine/db/realm.ts';
import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { everyone } from '../../engine/log/audience.ts';
import { badRequest, notFound } from '../../engine/api-error.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import { type CustomEmojiRow, listEmoji, presentAll, presentEmoji } from './rows.ts';

type EmojiEvent = Extract<EventPayload, { type: 'realm_emoji' }>;

export type NewEmoji = Pick<CustomEmojiRow, 'name' | 'file' | 'is_animated'>;

/** Adds an emoji whose pictures are already stored. */
export async function addEmoji(tx: Tx, { user }: Actor, emoji: NewEmoji): Promise<void> {
  await lockRealm(tx);
  const others = await listEmoji(tx, tx.realmId);
  if (others.some(({ name, is_deactivated }) => name === emoji.name && !is_deactivated)) throw nameTaken();
  if (others.length >= limits.customEmoji)
    throw badRequest(`An organization can have at most ${limits.customEmoji} custom emoji.`);
  const row = await tx.first(
    q
      .insertInto('custom_emoji')
      .values({ realm_id: tx.realmId, author_id: user.id, ...emoji })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The emoji was not added.');
  tx.record({ action: 'emoji.added', object: { type: 'emoji', id: row.id }, after: { name: emoji.name } });
  await emitChange(tx, { type: 'realm_emoji', op: 'add', emoji: presentEmoji(row) }, [...others, row]);
}

/** A deactivated emoji cannot be used any more, but stays visible where it was used. */
export async function deactivateEmoji(tx: Tx, { user }: Actor, name: string): Promise<void> {
  await lockRealm(tx);
  const all = await listEmoji(tx, tx.realmId);
  const found = all.find((row) => row.name === name && !row.is_deactivated);
  if (found === undefined) throw notFound('There is no such emoji.');
  if (found.author_id !== user.id && !isAdministrator(user))
    throw badRequest('Only administrators can remove emoji of other users.');
  await tx.all(
    q
      .updateTable('custom_emoji')
      .set({ is_deactivated: true })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', found.id),
  );
  tx.record({ action: 'emoji.deactivated', object: { type: 'emoji', id: found.id }, before: { name } });
  await emitChange(
    tx,
    { type: 'realm_emoji', op: 'update_one', emoji_id: String(found.id), data: { deactivated: true } },
    all.map((row) => (row === found ? { ...row, is_deactivated: true } : row)),
  );
}

export function nameTaken() {
  return badRequest('An emoji with this name already exists.');
}

async function emitChange(tx: Tx, change: EmojiEvent, all: readonly CustomEmojiRow[]): Promise<void> {
  await raiseVocabularyVersion(tx, 'emoji');
  tx.emit(everyone, change);
  tx.emit(everyone, { type: 'realm_emoji', op: 'update', realm_emoji: presentAll(all) });
}
