import { reaches, type Audience } from '../../engine/log/audience.ts';
import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import { roles } from '@parley/contract/rights/roles.ts';

/** The reason for a call of a bot. */
export type CallTrigger = 'mention' | 'direct_message';

/** A new message and its audience. */
export type SentMessage = { readonly audience: Audience; readonly event: LoggedMessage };

/** Facts about the bot and the sender at the position of the message. */
export type TriggerFacts = {
  readonly botId: number;
  readonly isSubscribed: boolean;
  readonly isSenderHuman: boolean;
};

/** Users that a message may trigger if they are outgoing webhook bots or embedded bots. */
export function candidatesOf({ audience, event }: SentMessage): readonly number[] {
  if (event.message.type === 'private') return audience.kind === 'users' ? audience.ids : [];
  return event.mentioned ?? [];
}

/**
 * Why a message calls a bot, or undefined. Messages of bots call none. A mention by name puts the bot into the audience
 * of the message; a mention of its group calls it only where it is subscribed.
 */
export function triggerOf(
  message: SentMessage,
  { botId, isSubscribed, isSenderHuman }: TriggerFacts,
): CallTrigger | undefined {
  if (!isSenderHuman || !candidatesOf(message).includes(botId)) return undefined;
  const { message: sent } = message.event;
  if (sent.type === 'private') return 'direct_message';
  const channels = new Set(isSubscribed ? [sent.stream_id] : []);
  const isReached = reaches(message.audience, {
    id: botId,
    role: roles.member,
    channels,
    isListening: false,
  });
  return isReached ? 'mention' : undefined;
}
