import type { State } from '@parley/client';
import type { ReactElement } from 'react';
import type { Visibility } from '../../data/chat.ts';
import { RESOLVED_PREFIX } from '../../data/narrow/judge.ts';
import { isTopicMuted, topicPolicy } from '../../data/derived/topic-policy.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';

/** How a topic is shown in lists. */
export type TopicLook = {
  /** Without the mark of resolved topics. */
  readonly name: string;
  readonly isResolved: boolean;
  readonly policy: Visibility;
  readonly className: string;
};

export function topicLook(state: State, channelId: number, topic: string): TopicLook {
  const isResolved = topic.startsWith(RESOLVED_PREFIX);
  const bare = isResolved ? topic.slice(RESOLVED_PREFIX.length) : topic;
  const isMuted = isTopicMuted(state, channelId, topic);
  return {
    name: bare === '' ? t('general chat') : bare,
    isResolved,
    policy: topicPolicy(state, channelId, topic),
    className: [isMuted ? 'mut' : '', isResolved ? 'done' : '', bare === '' ? 'general' : '']
      .join(' ')
      .trim(),
  };
}

/** A bell for followed topics, a struck one for muted ones. */
export function PolicyMark({ policy }: { readonly policy: Visibility }): ReactElement | null {
  if (policy !== 'followed' && policy !== 'muted') return null;
  return (
    <>
      <Icon name={policy === 'followed' ? 'bell' : 'mute'} />
      <span className="sr">{policy === 'followed' ? t('followed') : t('muted')}</span>
    </>
  );
}
