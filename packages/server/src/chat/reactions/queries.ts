import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Emoji } from '../../organization/emoji/find-emoji.ts';

type Kind = Omit<Emoji, 'emoji_name'>;

/** Emoji names of all reactions to a message with an emoji, by user id, oldest first. */
export async function reactionsWith(
  tx: Tx,
  messageId: number,
  { emoji_code, reaction_type }: Kind,
): Promise<ReadonlyMap<number, string>> {
  const rows = await tx.all(
    q
      .selectFrom('reaction')
      .select(['user_id', 'emoji_name'])
      .where('realm_id', '=', tx.realmId)
      .where('message_id', '=', messageId)
      .where('reaction_type', '=', reaction_type)
      .where('emoji_code', '=', emoji_code)
      .orderBy('position'),
  );
  return new Map(rows.map(({ user_id, emoji_name }) => [user_id, emoji_name]));
}
