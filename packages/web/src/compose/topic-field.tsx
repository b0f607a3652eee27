import { useState, type ReactElement, type RefObject } from 'react';
import type { TopicSummary } from '../data/chat.ts';
import { narrowKey } from '../data/narrow/narrow.ts';
import { useCell, useSelect } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { plural, t } from '../words/index.ts';
import { ComboField, type ComboOption } from './combo-field.tsx';
import { bareTopic, isResolvedTopic, rankTopics, type TopicMatch } from './complete/rank-topics.ts';
import type { PlaceChannel } from './complete/suggest-places.ts';
import head from './head.module.css';

export type TopicFieldProps = {
  readonly channel: PlaceChannel;
  readonly topic: string;
  readonly canBeEmpty: boolean;
  readonly isFocused: boolean;
  readonly onChange: (topic: string) => void;
  readonly onDone: () => void;
  readonly onLeave: () => void;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
};

const MAX_OFFERED_TOPICS = 6;
const DEFAULT_MAX_TOPIC_LENGTH = 60;

/** The topic of a new message, with existing topics that mean the same. */
export function TopicField({ inputRef, ...props }: TopicFieldProps): ReactElement {
  const { channel, topic, onChange, onDone } = props;
  const chat = useChat();
  const [cell] = useState(() => chat.topicsOf(channel.stream_id));
  const topics = useCell(cell) ?? NONE;
  const unread = useCell(chat.unread);
  const maxLength = useSelect(chat.state, (state) => state.max_topic_length) ?? DEFAULT_MAX_TOPIC_LENGTH;
  const typed = topic.trim();
  const named = topics.filter(({ name }) => name !== '');
  const matches = rankTopics(named, typed, MAX_OFFERED_TOPICS);
  const isKnown = named.some(({ name }) => name.toLowerCase() === typed.toLowerCase());
  const take = (name: string) => (): void => {
    onChange(name);
    onDone();
  };
  const metaOf = (name: string): string | undefined => {
    const { count = 0 } =
      unread.byKey.get(narrowKey({ kind: 'topic', channelId: channel.stream_id, topic: name })) ?? {};
    return count === 0 ? undefined : plural(count, { one: '# unread', other: '# unread' });
  };
  const existing = matches.map((match, index) => ({
    ...topicOption(match, metaOf(match.topic.name)),
    ...(index === 0 ? { heading: t('Existing topics in {channel}', { channel: channel.name }) } : {}),
    pick: take(match.topic.name),
  }));
  const fresh: readonly ComboOption[] =
    typed === '' || isKnown
      ? []
      : [
          {
            key: 'new',
            sign: { kind: 'icon', icon: 'plus' },
            title: t('New topic “{topic}”', { topic: typed }),
            marks: [],
            meta: t('Enter'),
            hasLine: existing.length > 0,
            pick: take(typed),
          },
        ];
  const none: readonly ComboOption[] = props.canBeEmpty
    ? [
        {
          key: 'none',
          sign: { kind: 'icon', icon: 'feed' },
          title: t('general chat'),
          isUnnamed: true,
          marks: [],
          detail: t('no topic'),
          hasLine: existing.length > 0 && fresh.length === 0,
          pick: take(''),
        },
      ]
    : [];
  return (
    <ComboField
      inputRef={inputRef}
      className={head['field']}
      label={t('Topic')}
      listLabel={t('Topics in {channel}', { channel: channel.name })}
      placeholder={t('What is this about?')}
      value={topic}
      maxLength={maxLength}
      isFocused={props.isFocused}
      options={[...existing, ...fresh, ...none]}
      preferred={fresh.length > 0 ? existing.length : -1}
      onChange={onChange}
      onDone={onDone}
      onLeave={props.onLeave}
    />
  );
}

const NONE: readonly TopicSummary[] = [];

function topicOption(
  { topic, marks, isSimilar }: TopicMatch,
  unread: string | undefined,
): Omit<ComboOption, 'pick'> {
  const isResolved = isResolvedTopic(topic.name);
  const shift = topic.name.length - bareTopic(topic.name).length;
  const detail = isResolved ? t('resolved') : isSimilar ? t('about the same?') : undefined;
  return {
    key: `topic:${topic.name}`,
    sign: { kind: 'icon', icon: isResolved ? 'done' : 'feed' },
    title: bareTopic(topic.name),
    marks: marks.map(([from, to]) => [from - shift, to - shift] as const),
    ...(detail === undefined ? {} : { detail }),
    ...(unread === undefined ? {} : { meta: unread }),
  };
}
