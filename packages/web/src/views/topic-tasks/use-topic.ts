import { useEffect, useState } from 'react';
import { readTopic, type TopicContent } from '../../data/actions/topic-actions.ts';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { plural, t } from '../../words/index.ts';

export type ReadTopic = { readonly content?: TopicContent; readonly error?: string };

/** Messages of a topic, fetched for each topic; none for undefined. */
export function useTopic(channelId: number, topic: string | undefined): ReadTopic {
  const chat = useChat();
  const key = topic === undefined ? undefined : `${channelId} ${topic}`;
  const [read, setRead] = useState<ReadTopic & { readonly key?: string | undefined }>({});
  useEffect(() => {
    if (topic === undefined) return undefined;
    let isCurrent = true;
    readTopic(chat, channelId, topic).then(
      (content) => isCurrent && setRead({ key, content }),
      (error: unknown) => isCurrent && setRead({ key, error: failureText(error) }),
    );
    return () => {
      isCurrent = false;
    };
  }, [chat, channelId, topic, key]);
  return read.key === key ? read : {};
}

/** `32 messages`, or more than those that were read. */
export function messageWords({ messages, isAll }: TopicContent): string {
  return isAll
    ? plural(messages.length, { one: '# message', other: '# messages' })
    : t('more than {count} messages', { count: messages.length });
}
