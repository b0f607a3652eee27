import { canAdminister } from '@parley/contract/rights/channel-rights.ts';
import {
  movingLimit,
  refuseAge,
  refuseChannelMove,
  refuseDeletion,
  refuseEdit,
  refuseTopicDeletion,
  refuseTopicMove,
  type MovingFacts,
} from '@parley/contract/rights/message-rights.ts';
import type { ChannelPermission, RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import type { Message } from '../message.ts';
import type { State } from '../state.ts';
import { channelOf, readerOf, relationTo } from './relation.ts';
import { holds } from './own-rights.ts';
import type { Refusal } from './refusal.ts';

const IN_CONVERSATION: Refusal = { reason: 'Direct messages cannot be moved.' };

/** Why the reader may not edit a message. `now` is in seconds, here and below. */
export function refuseEditing(state: State, message: Message, now: number): Refusal | undefined {
  return refuseEdit({
    isEnabled: state.realm_allow_message_editing !== false,
    isSender: message.sender_id === state.user_id,
    ageSeconds: now - message.timestamp,
    limitSeconds: state.realm_message_content_edit_limit_seconds ?? null,
  });
}

/** Why the reader may not delete a message. */
export function refuseDeleting(state: State, message: Message, now: number): Refusal | undefined {
  return refuseDeletion({
    mayDeleteAny: may(state, message, 'can_delete_any_message_group'),
    mayDeleteOwn: may(state, message, 'can_delete_own_message_group'),
    isOwn: isOwn(state, message.sender_id),
    ageSeconds: now - message.timestamp,
    limitSeconds: state.realm_message_content_delete_limit_seconds ?? null,
  });
}

/** Why the reader may not move a message to another topic of its channel. */
export function refuseMovingToTopic(state: State, message: Message, now: number): Refusal | undefined {
  if (message.kind !== 'channel') return IN_CONVERSATION;
  return (
    refuseRenamingTopics(state, message.channel.id) ??
    refuseLate(state, message, now, state.realm_move_messages_within_stream_limit_seconds)
  );
}

/** Why the reader may not move a message to another channel. */
export function refuseMovingToChannel(state: State, message: Message, now: number): Refusal | undefined {
  if (message.kind !== 'channel') return IN_CONVERSATION;
  return (
    refuseMovingTopics(state, message.channel.id) ??
    refuseLate(state, message, now, state.realm_move_messages_between_streams_limit_seconds)
  );
}

/** Why the reader may not move messages between topics of a channel, however young they are. */
export function refuseRenamingTopics(state: State, channelId: number): Refusal | undefined {
  return refuseTopicMove(
    factsOf(
      state,
      channelId,
      'can_move_messages_between_topics_group',
      'can_move_messages_within_channel_group',
    ),
  );
}

/** Why the reader may not move messages out of a channel, however young they are. */
export function refuseMovingTopics(state: State, channelId: number): Refusal | undefined {
  return refuseChannelMove(
    factsOf(
      state,
      channelId,
      'can_move_messages_between_channels_group',
      'can_move_messages_out_of_channel_group',
    ),
  );
}

/** Why the reader may not delete whole topics. */
export function refuseDeletingTopics(state: State): Refusal | undefined {
  return refuseTopicDeletion(readerOf(state));
}

function refuseLate(
  state: State,
  { timestamp }: Message,
  now: number,
  limitSeconds: number | null | undefined,
): Refusal | undefined {
  return refuseAge(now - timestamp, [movingLimit(readerOf(state), limitSeconds ?? null)]);
}

function factsOf(
  state: State,
  channelId: number,
  permission: RealmPermission,
  here: ChannelPermission,
): MovingFacts {
  const channel = channelOf(state, channelId);
  const relation =
    channel === undefined ? undefined : relationTo(state, channel, ['can_administer_channel_group', here]);
  return {
    isPermitted: holds(state, permission) === true,
    isAdministrator: state.is_admin === true,
    administersSource: relation !== undefined && canAdminister(readerOf(state), relation),
    isPermittedHere: relation?.groups.has(here) === true,
  };
}

/** Whether the organization or the channel of a message grants a permission. */
function may(
  state: State,
  message: Message,
  permission: 'can_delete_any_message_group' | 'can_delete_own_message_group',
): boolean {
  if (holds(state, permission) === true) return true;
  const channel = message.kind === 'channel' ? channelOf(state, message.channel.id) : undefined;
  return channel !== undefined && relationTo(state, channel, [permission]).groups.has(permission);
}

/** Messages of a bot also count as its owner's. */
function isOwn({ user_id: me, realm_users: users = [] }: State, senderId: number): boolean {
  if (senderId === me) return true;
  return users.some(({ user_id, bot_owner_id }) => user_id === senderId && bot_owner_id === me);
}
