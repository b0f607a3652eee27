import { limits } from '@parley/contract/limits.ts';
import type { EventPayload } from '@parley/contract/events.ts';
import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { everyone } from '../log/audience.ts';
import { raiseStamp } from '../messages/sending/vocabulary.ts';
import { isAdministrator, type Actor } from '../people/person.ts';
import { badRequest, notFound } from '../problem.ts';
import { lockRealm } from '../realm/realm.ts';
import { presentAll, presentEmoji, type CustomEmojiRow } from './present.ts';
import { listEmoji } from './queries.ts';

type EmojiEvent = Extract<EventPayload, { type: 'realm_emoji' }>;

export type NewEmoji = Pick<CustomEmojiRow, 'name' | 'file' | 'is_animated'>;

/** Adds an emoji whose pictures are in their place. */
export const addEmoji = async (tx: Tx, { person }: Actor, emoji: NewEmoji): Promise<void> => {
  await lockRealm(tx);
  const others = await listEmoji(tx, tx.realmId);
  if (others.some(({ name, is_deactivated }) => name === emoji.name && !is_deactivated)) throw nameTaken();
  if (others.length >= limits.customEmoji)
    throw badRequest(`An organization has at most ${limits.customEmoji} emoji of its own.`);
  const row = await tx.first(
    q
      .insertInto('custom_emoji')
      .values({ realm_id: tx.realmId, author_id: person.id, ...emoji })
      .returningAll(),
  );
  if (row === undefined) throw new Error('The emoji was not added.');
  await tell(tx, { type: 'realm_emoji', op: 'add', emoji: presentEmoji(row) }, [...others, row]);
};

/** Nobody can use it any more; where it was used it stays. */
export const deactivateEmoji = async (tx: Tx, { person }: Actor, name: string): Promise<void> => {
  await lockRealm(tx);
  const all = await listEmoji(tx, tx.realmId);
  const found = all.find((row) => row.name === name && !row.is_deactivated);
  if (found === undefined) throw notFound('There is no such emoji.');
  if (found.author_id !== person.id && !isAdministrator(person))
    throw badRequest('Emoji of others are removed by administrators.');
  await tx.all(
    q
      .updateTable('custom_emoji')
      .set({ is_deactivated: true })
      .where('realm_id', '=', tx.realmId)
      .where('id', '=', found.id),
  );
  await tell(
    tx,
    { type: 'realm_emoji', op: 'update_one', emoji_id: String(found.id), data: { deactivated: true } },
    all.map((row) => (row === found ? { ...row, is_deactivated: true } : row)),
  );
};

export const nameTaken = () => badRequest('There is an emoji of this name already.');

const tell = async (tx: Tx, change: EmojiEvent, all: readonly CustomEmojiRow[]): Promise<void> => {
  await raiseStamp(tx, 'emoji');
  tx.emit(everyone, change);
  tx.emit(everyone, { type: 'realm_emoji', op: 'update', realm_emoji: presentAll(all) });
};
