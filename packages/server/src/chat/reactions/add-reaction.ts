import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { isKnown, resolveEmoji, type NamedEmoji } from '../../organization/emoji/find-emoji.ts';
import { accessForUpdate } from '../messages/access.ts';
import { readersOf } from '../messages/audience.ts';
import { recordParticipation } from '../messages/take-part.ts';
import { lockSelf } from '../../organization/users/lock-self.ts';
import type { Actor } from '../../http/actor.ts';
import type { Server } from '../../organization/users/server.ts';
import { badRequest, ApiError } from '../../engine/api-error.ts';
import { reactionEvent } from './event.ts';
import { reactionsWith } from './queries.ts';

/** Adds a reaction. The emoji's name of an existing reaction is kept. */
export async function addReaction(
  tx: Tx,
  server: Server,
  actor: Actor,
  messageId: number,
  named: NamedEmoji,
  now: number,
): Promise<void> {
  await lockSelf(tx, actor);
  const accessed = await accessForUpdate(tx, actor, messageId);
  const meant = await resolveEmoji(tx, tx.realmId, named);
  const existing = await reactionsWith(tx, messageId, meant);
  const user_id = actor.user.id;
  if (existing.has(user_id))
    throw new ApiError('REACTION_ALREADY_EXISTS', 'You have already reacted with this emoji.');
  const [existingName] = existing.values();
  if (existingName === undefined && !(await isKnown(tx, tx.realmId, meant)))
    throw badRequest('emoji_name, emoji_code and reaction_type do not match an emoji.');
  const emoji = { ...meant, emoji_name: existingName ?? meant.emoji_name };
  await recordParticipation(tx, actor, accessed, now);
  const event = await reactionEvent(tx, server, actor, accessed, { op: 'add', emoji });
  const emitted = tx.emit(await readersOf(tx, accessed), event);
  tx.atPosition(
    (position) => sql`
      insert into reaction (
        realm_id, message_id, user_id, reaction_type, emoji_code, emoji_name, position
      ) values (
        ${tx.realmId}, ${messageId}, ${user_id}, ${emoji.reaction_type}, ${emoji.emoji_code},
        ${emoji.emoji_name}, ${position(emitted)}
      )`,
  );
}
