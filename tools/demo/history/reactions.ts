import { addReaction } from '@parley/server/chat/reactions/add-reaction.ts';
import { addSubmessage } from '@parley/server/chat/submessages/add-submessage.ts';
import type { World } from '@parley/server/http/world.ts';
import type { Cast } from '../cast.ts';
import type { SentIds } from './send-history.ts';
import type { TimedMessage } from './timeline.ts';

/** Reactions that one transaction stores. */
const MAX_BATCH_SIZE = 100;
const REACTED_AFTER_MS = 90_000;

/** Adds the reactions and votes of all messages; returns their number. */
export async function addReactions(world: World, cast: Cast, ids: SentIds): Promise<number> {
  const all = [...ids].flatMap(([message, id]) => [
    ...message.reactions.map(([key, emoji_name]) => ({ message, id, key, emoji_name })),
    ...(message.details.votes ?? []).map(([key, option]) => ({ message, id, key, option })),
  ]);
  for (let start = 0; start < all.length; start += MAX_BATCH_SIZE)
    await world.write(cast.realmId, async (tx) => {
      for (const { message, id, key, ...what } of all.slice(start, start + MAX_BATCH_SIZE)) {
        const at = message.at + REACTED_AFTER_MS;
        if ('emoji_name' in what) await addReaction(tx, world, cast.actor(key), id, what, at);
        else
          await addSubmessage(
            tx,
            cast.actor(key),
            { message_id: id, msg_type: 'widget', content: JSON.stringify(voteFor(message, what.option)) },
            at,
          );
      }
    });
  return all.length;
}

/** A vote for an option of a poll, or the mark of a done task of a to-do list. */
function voteFor({ text }: TimedMessage, option: number): Record<string, unknown> {
  return text.startsWith('/todo')
    ? { type: 'strike', key: `${option},canned` }
    : { type: 'vote', key: `canned,${option}`, vote: 1 };
}
