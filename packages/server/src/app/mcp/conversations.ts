import { conversationPath } from '../../chat/messages/links.ts';
import type { WireMessage } from '@parley/contract/objects/message.ts';
import type { NarrowTerm } from '@parley/contract/objects/narrow.ts';
import { getStreamId } from '@parley/contract/endpoints/streams.ts';
import { badRequest } from '../../engine/api-error.ts';
import { named } from './fence.ts';
import type { ToolCall } from './tool-call.ts';

/** A conversation as tools take it. */
export type ConversationInput = {
  readonly channel?: number | string | undefined;
  readonly topic?: string | undefined;
  readonly user_ids?: readonly number[] | undefined;
};

/** The terms that narrow messages to a conversation, or to a whole channel; none if nothing is named. */
export function termsOf({ channel, topic, user_ids }: ConversationInput): NarrowTerm[] {
  if (channel !== undefined && user_ids !== undefined) throw badRequest('Name a channel or users, not both.');
  if (topic !== undefined && channel === undefined) throw badRequest('A topic needs its channel.');
  return [
    ...(channel === undefined ? [] : [{ operator: 'channel' as const, operand: channel }]),
    ...(topic === undefined ? [] : [{ operator: 'topic' as const, operand: topic }]),
    ...(user_ids === undefined ? [] : [{ operator: 'dm' as const, operand: [...user_ids] }]),
  ];
}

/** The place to which a message goes; throws unless it is a topic or users. */
export function placeOf(
  conversation: ConversationInput,
): { type: 'channel'; to: number | string; topic: string } | { type: 'direct'; to: number[] } {
  const { channel, topic, user_ids } = conversation;
  termsOf(conversation);
  if (user_ids !== undefined) return { type: 'direct', to: [...user_ids] };
  if (channel === undefined) throw badRequest('Name the channel and topic, or the users.');
  return { type: 'channel', to: channel, topic: topic ?? '' };
}

/** The id of a channel that was given by its id or name. */
export async function idOfChannel({ call }: ToolCall, channel: number | string): Promise<number> {
  if (typeof channel === 'number') return channel;
  return (await call(getStreamId, { stream: channel })).stream_id;
}

/** The link to a message in the web client. */
export function linkTo(url: string, userId: number, message: WireMessage): string {
  return `${url}${pathOf(userId, message)}/near/${message.id}`;
}

function pathOf(userId: number, message: WireMessage): string {
  if (message.type === 'stream')
    return conversationPath({
      kind: 'channel',
      id: message.stream_id,
      name: message.display_recipient,
      topic: message.subject,
    });
  const others = message.display_recipient.map(({ id }) => id).filter((id) => id !== userId);
  return conversationPath({ kind: 'direct', userIds: others.length === 0 ? [userId] : others });
}

/** A heading of a conversation, as data. */
export function titleOf(userId: number, message: WireMessage): string {
  if (message.type === 'stream')
    return `# channel ${message.stream_id} ${named(message.display_recipient)}, topic ${named(message.subject)}`;
  const others = message.display_recipient.filter(({ id }) => id !== userId);
  if (others.length === 0) return '# notes to yourself';
  return `# direct with ${others.map(({ id, full_name }) => `${named(full_name)} (user ${id})`).join(', ')}`;
}
