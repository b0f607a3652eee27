import type { ReactElement } from 'react';
import { channelById } from '../data/derived/channels.ts';
import type { Conversation } from '../data/narrow/narrow.ts';
import { useSelect } from '../parts/use-cell.ts';
import { ChannelIcon } from '../screen/channel-icon.tsx';
import { useChat } from '../screen/chat-context.ts';
import { topicName } from '../screen/titles.ts';
import { t } from '../words/index.ts';
import { useUserNames } from './use-names.ts';
import head from './head.module.css';

/** The place of a message as a sentence: To # dome › mirror cover. */
export function PlaceLine({ conversation }: { readonly conversation: Conversation }): ReactElement {
  return (
    <>
      {t('To')}{' '}
      {conversation.kind === 'topic' ? (
        <TopicPlace channelId={conversation.channelId} topic={conversation.topic} />
      ) : (
        <DirectPlace userIds={conversation.userIds} />
      )}
    </>
  );
}

function TopicPlace({
  channelId,
  topic,
}: {
  readonly channelId: number;
  readonly topic: string;
}): ReactElement {
  const chat = useChat();
  const channel = useSelect(chat.state, (state) => channelById(state, channelId));
  return (
    <span className={head['place']}>
      {channel === undefined ? null : <ChannelIcon channelId={channelId} />}
      <span className="clip">
        <bdi>{channel?.name ?? t('a channel')}</bdi> ›{' '}
        {topic === '' ? <i>{t('general chat')}</i> : <bdi>{topicName(topic)}</bdi>}
      </span>
    </span>
  );
}

function DirectPlace({ userIds }: { readonly userIds: readonly number[] }): ReactElement {
  const names = useUserNames(userIds);
  return (
    <span className={head['place']}>
      <span className="clip">
        {names.length === 0
          ? t('yourself')
          : names.map((name, index) => (
              <span key={userIds[index]}>
                {index === 0 ? '' : ', '}
                <bdi>{name}</bdi>
              </span>
            ))}
      </span>
    </span>
  );
}
