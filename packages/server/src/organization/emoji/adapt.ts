import type { EventPayload } from '@parley/contract/events.ts';
import type { ReactionType } from '@parley/contract/objects/emoji.ts';
import type { ClientOptions } from '../../delivery/client-options.ts';

type EmojiEvent = Extract<EventPayload, { type: 'realm_emoji' }>;

/** Every change emits two events, the change and the full list; each client receives the form it supports. */
export function adaptEmojiEvent(event: EmojiEvent, clientOptions: ClientOptions): readonly EventPayload[] {
  return (event.op === 'update') === (clientOptions.capabilities.individual_emoji_changes !== true)
    ? [event]
    : [];
}

/** Translates the reaction type to the name that clients of the public API know. */
export function adaptReactionType<T extends { readonly reaction_type?: ReactionType | undefined }>(
  emoji: T,
  isPublicClient: boolean,
): T {
  return isPublicClient && emoji.reaction_type === 'extra_emoji'
    ? { ...emoji, reaction_type: 'zulip_extra_emoji' }
    : emoji;
}
