import type { EventPayload } from '@parley/contract/events.ts';
import type { ReactionType } from '@parley/contract/objects/emoji.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type EmojiEvent = Extract<EventPayload, { type: 'realm_emoji' }>;

/** Every change is told twice: what changed, and everything; each client hears what it understands. */
export function adaptEmojiEvent(event: EmojiEvent, clientOptions: ClientOptions): readonly EventPayload[] {
  return (event.op === 'update') === (clientOptions.capabilities.individual_emoji_changes !== true)
    ? [event]
    : [];
}

/** Emoji with their type in the word that a client knows. */
export function fitReactionType<T extends { readonly reaction_type?: ReactionType | undefined }>(
  emoji: T,
  isPublicClient: boolean,
): T {
  return isPublicClient && emoji.reaction_type === 'extra_emoji'
    ? { ...emoji, reaction_type: 'zulip_extra_emoji' }
    : emoji;
}
