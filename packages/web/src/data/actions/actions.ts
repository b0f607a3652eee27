import type { Client } from '@parley/client';
import type { ChatActions } from '../chat.ts';
import type { ChatClock } from '../clock.ts';
import { RESOLVED_PREFIX } from '../narrow/judge.ts';
import type { Model } from '../model/model.ts';
import type { Optimistic } from '../model/optimistic.ts';
import { isOwnReaction, type Changes } from '../outbox/changes.ts';
import type { ReadMarks } from './read-marks.ts';
import { muteEvent, policyEvent, settingEvent } from '../model/synthetic-events.ts';
import { policyNumber } from '../derived/topic-policy.ts';

export function createActions(world: {
  readonly client: Client;
  readonly model: Model;
  readonly clock: ChatClock;
  readonly optimistic: Optimistic;
  readonly marks: ReadMarks;
  readonly changes: Changes;
  readonly selfId: number;
  readonly sendTyping: ChatActions['sendTyping'];
}): ChatActions {
  const { client, model, clock, optimistic, marks, changes, selfId } = world;
  const asked = async (request: () => Promise<unknown>): Promise<void> => {
    await optimistic.ask(request);
  };
  const setFlag = async (flag: 'starred' | 'collapsed', id: number, isSet: boolean): Promise<void> => {
    await changes.make({ kind: 'flag', op: isSet ? 'add' : 'remove', flag, messages: [id] });
  };
  return {
    undoable: marks.undoable,
    refusal: optimistic.refusal,
    markRead: marks.markRead,
    markConversationRead: marks.markConversationRead,
    markChannelRead: marks.markChannelRead,
    markAllRead: marks.markAllRead,
    markReadUpTo: marks.markReadUpTo,
    markUnreadFrom: marks.markUnreadFrom,
    keptUnread: marks.keptUnread,
    setStarred: (id, isStarred) => setFlag('starred', id, isStarred),
    setCardsClosed: (id, areClosed) => setFlag('collapsed', id, areClosed),
    toggleReaction: async (id, emoji) => {
      const isThere = model.messages.get(id)?.reactions.some(isOwnReaction(emoji, selfId)) === true;
      await changes.make({ kind: 'reaction', op: isThere ? 'remove' : 'add', messageId: id, emoji });
    },
    setTopicVisibility: async (channelId, topic, visibility) => {
      await optimistic.run(
        [policyEvent(channelId, topic, visibility, Math.floor(clock.now() / 1000))],
        () =>
          client.updateUserTopic(
            { stream_id: channelId, topic, visibility_policy: policyNumber(visibility) },
            { isHarmless: true },
          ),
        (event) => event.type === 'user_topic' && event.stream_id === channelId,
      );
    },
    setChannelMuted: async (channelId, isMuted) => {
      await optimistic.run(
        [muteEvent(channelId, isMuted)],
        () =>
          client.updateSubscriptionSettings(
            { subscription_data: [{ stream_id: channelId, property: 'is_muted', value: isMuted }] },
            { isHarmless: true },
          ),
        (event) => event.type === 'subscription' && event.op === 'update' && event.stream_id === channelId,
      );
    },
    setResolved: (channelId, topic, isResolved) =>
      asked(async () => {
        const name = isResolved ? `${RESOLVED_PREFIX}${topic}` : topic.replace(/^(✔ )+/, '');
        const id = await newestIn(client, channelId, topic);
        if (id !== undefined)
          await client.updateMessage({ message_id: id, topic: name, propagate_mode: 'change_all' });
      }),
    moveTopic: ({ messageId, channelId, topic, mode }) =>
      asked(() => {
        const message = model.messages.get(messageId);
        return client.updateMessage({
          message_id: messageId,
          topic,
          propagate_mode: mode,
          ...(message?.channel?.id === channelId ? {} : { stream_id: channelId }),
        });
      }),
    deleteMessage: (id) => asked(() => client.deleteMessage({ message_id: id })),
    remind: (id, unixSeconds, note) =>
      asked(() =>
        client.createMessageReminder({
          message_id: id,
          scheduled_delivery_timestamp: unixSeconds,
          ...(note === undefined ? {} : { note }),
        }),
      ),
    cancelScheduled: (id) => asked(() => client.deleteScheduledMessage({ scheduled_message_id: id })),
    cancelReminder: (id) => asked(() => client.deleteReminder({ reminder_id: id })),
    vote: (messageId, content) =>
      asked(() =>
        client.sendSubmessage({
          message_id: messageId,
          msg_type: 'widget',
          content: JSON.stringify(content),
        }),
      ),
    sendTyping: world.sendTyping,
    setSetting: (name, value) =>
      optimistic.run(
        [settingEvent(name, value)],
        () => client.updateSettings({ [name]: value }, { isHarmless: true }),
        (event) => event.type === 'user_settings' && event.property === name,
      ),
  };
}

/** A topic is renamed by way of one of its messages. */
async function newestIn(client: Client, channelId: number, topic: string): Promise<number | undefined> {
  const { messages } = await client.getMessages({
    anchor: 'newest',
    num_before: 1,
    narrow: [
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
    ],
    allow_empty_topic_name: true,
  });
  return messages.at(-1)?.id;
}
