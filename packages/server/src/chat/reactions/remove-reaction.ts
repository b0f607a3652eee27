import { q } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import {
  isKnownCode,
  resolveEmoji,
  typeOfCode,
  type Emoji,
  type NamedEmoji,
} from '../../organization/emoji/find-emoji.ts';
import { accessForUpdate } from '../messages/access.ts';
import { readersOf } from '../messages/audience.ts';
import type { Actor } from '../../http/actor.ts';
import type { Server } from '../../organization/users/server.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { reactionEvent } from './event.ts';

/** The emoji to remove, given by its code, its name or both. */
export type RemovedEmoji = Omit<NamedEmoji, 'emoji_name'> & { readonly emoji_name?: string | undefined };

/** Removes the actor's reaction, under whatever name the emoji was added. */
export async function removeReaction(
  tx: Tx,
  server: Server,
  actor: Actor,
  messageId: number,
  named: RemovedEmoji,
): Promise<void> {
  const accessed = await accessForUpdate(tx, actor, messageId);
  const { emoji_code, reaction_type } = await kindOf(tx, named);
  const removed = await tx.first(
    q
      .deleteFrom('reaction')
      .where('realm_id', '=', tx.realmId)
      .where('message_id', '=', messageId)
      .where('user_id', '=', actor.user.id)
      .where('reaction_type', '=', reaction_type)
      .where('emoji_code', '=', emoji_code)
      .returning('emoji_name'),
  );
  if (removed === undefined) throw await missingError(tx, { emoji_code, reaction_type });
  const emoji = { emoji_name: removed.emoji_name, emoji_code, reaction_type };
  const event = await reactionEvent(tx, server, actor, accessed, { op: 'remove', emoji });
  tx.emit(await readersOf(tx, accessed), event);
}

/** A code without a type is looked up together with the name, which may be absent. */
async function kindOf(
  tx: Tx,
  { emoji_name, emoji_code, reaction_type }: RemovedEmoji,
): Promise<Omit<Emoji, 'emoji_name'>> {
  if (emoji_name === undefined && emoji_code === undefined)
    throw badRequest('Missing parameter emoji_name or emoji_code.');
  if (emoji_code === undefined)
    return resolveEmoji(tx, tx.realmId, { emoji_name: emoji_name ?? '', reaction_type });
  return resolveEmoji(tx, tx.realmId, {
    emoji_name: '',
    emoji_code,
    reaction_type: reaction_type ?? (await typeOfCode(tx, tx.realmId, emoji_code, emoji_name)),
  });
}

async function missingError(tx: Tx, emoji: Omit<Emoji, 'emoji_name'>): Promise<ApiError> {
  return (await isKnownCode(tx, tx.realmId, emoji))
    ? new ApiError('REACTION_DOES_NOT_EXIST', 'You have not reacted with this emoji.')
    : badRequest('There is no emoji with this emoji_code.');
}
