import type { Message } from '@parley/client';
import type { Chat } from '../chat.ts';

/** Each rejects with the refusal of the server. */

/** Messages of a topic that are read for a preview or a copy. */
const MAX_TOPIC_MESSAGES = 1_000;

export type TopicContent = {
  /** The newest messages, oldest first, as Markdown. */
  readonly messages: readonly Message[];
  /** Whether these are all messages. */
  readonly isAll: boolean;
};

export async function readTopic({ client }: Chat, channelId: number, topic: string): Promise<TopicContent> {
  const { messages, found_oldest: isAll } = await client.getMessages({
    anchor: 'newest',
    num_before: MAX_TOPIC_MESSAGES,
    num_after: 0,
    narrow: [
      { operator: 'channel', operand: channelId },
      { operator: 'topic', operand: topic },
    ],
    apply_markdown: false,
    allow_empty_topic_name: true,
  });
  return { messages, isAll };
}

export type WholeTopicMove = {
  /** A message of the topic. */
  readonly messageId: number;
  readonly topic: string;
  /** Another channel; undefined for the same one. */
  readonly channelId?: number | undefined;
  readonly tellsOld: boolean;
  readonly tellsNew: boolean;
};

/** Renames a topic, moves it to another channel, or joins it with one of that name. */
export async function moveWholeTopic({ client }: Chat, move: WholeTopicMove): Promise<void> {
  await client.updateMessage({
    message_id: move.messageId,
    topic: move.topic,
    propagate_mode: 'change_all',
    send_notification_to_old_thread: move.tellsOld,
    send_notification_to_new_thread: move.tellsNew,
    ...(move.channelId === undefined ? {} : { stream_id: move.channelId }),
  });
}

/** Deletes all messages of a topic; the server asks to repeat the request while some are left. */
export async function deleteTopic({ client }: Chat, channelId: number, topic: string): Promise<void> {
  for (let isComplete = false; !isComplete;)
    ({ complete: isComplete } = await client.deleteTopic({ stream_id: channelId, topic_name: topic }));
}
