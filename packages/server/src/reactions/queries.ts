import { q } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import type { Emoji } from '../emoji/find-emoji.ts';

type Kind = Omit<Emoji, 'emoji_name'>;

/** Everybody's reactions to a message with one emoji, by the person who reacted; the oldest first. */
export const reactionsWith = async (
  tx: Tx,
  messageId: number,
  { emoji_code, reaction_type }: Kind,
): Promise<ReadonlyMap<number, string>> => {
  const rows = await tx.all(
    q
      .selectFrom('reaction')
      .select(['person_id', 'emoji_name'])
      .where('realm_id', '=', tx.realmId)
      .where('message_id', '=', messageId)
      .where('reaction_type', '=', reaction_type)
      .where('emoji_code', '=', emoji_code)
      .orderBy('position'),
  );
  return new Map(rows.map(({ person_id, emoji_name }) => [person_id, emoji_name]));
};
