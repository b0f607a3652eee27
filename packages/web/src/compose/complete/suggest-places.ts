import type { State } from '@parley/client';
import type { Chat } from '../../data/chat.ts';
import { channelIconOf, hueOfChannel } from '../../screen/channel-look.ts';
import { t } from '../../words/index.ts';
import { fold } from '../../words/fold.ts';
import { rankChannels } from './rank-channels.ts';
import { bareTopic, isResolvedTopic, rankTopics } from './rank-topics.ts';
import { MAX_SUGGESTIONS, type Suggestion, type SuggestionSign } from './suggestion.ts';

export type PlaceChannel = {
  readonly stream_id: number;
  readonly name: string;
  readonly is_recently_active: boolean;
  readonly is_archived: boolean;
  readonly invite_only: boolean;
  readonly is_web_public: boolean;
  readonly topics_policy: string;
  /** Missing where the reader is not subscribed. */
  readonly color?: string;
};

/** Channels that the reader knows, subscribed ones first. */
export function knownChannels(state: State): readonly PlaceChannel[] {
  return [
    ...(state.subscriptions ?? []),
    ...(state.unsubscribed ?? []),
    ...(state.never_subscribed ?? []),
  ].filter(({ is_archived: isArchived }) => !isArchived);
}

export function suggestChannels(state: State, query: string): readonly Suggestion[] {
  const subscribed = new Set((state.subscriptions ?? []).map(({ stream_id: id }) => id));
  const isSubscribed = (channel: PlaceChannel): boolean => subscribed.has(channel.stream_id);
  return rankChannels(knownChannels(state), query, isSubscribed, MAX_SUGGESTIONS).map(
    ({ channel, match }) => ({
      key: `channel:${channel.stream_id}`,
      sign: signOf(channel),
      title: channel.name,
      marks: match.marks,
      ...(isSubscribed(channel) ? {} : { meta: t('not subscribed') }),
      insert: `#**${channel.name}** `,
    }),
  );
}

function signOf({ color, ...channel }: PlaceChannel): SuggestionSign {
  const icon = channelIconOf(channel);
  return { kind: 'icon', icon, ...(color === undefined ? {} : { hue: hueOfChannel(color) }) };
}

/** The channel that was typed before `>`. */
export function channelNamed(state: State, name: string): PlaceChannel | undefined {
  const wanted = fold(name.trim());
  return knownChannels(state).find((channel) => fold(channel.name) === wanted);
}

/** Topics of a channel for a link, as far as they are fetched. */
export function suggestTopics(chat: Chat, channelName: string, query: string): readonly Suggestion[] {
  const state = chat.state.get();
  const channel = channelNamed(state, channelName);
  if (channel === undefined) return [];
  const topics = chat.topicsOf(channel.stream_id).get() ?? [];
  return rankTopics(topics, query, MAX_SUGGESTIONS)
    .filter(({ isSimilar }) => !isSimilar)
    .map(({ topic, marks }) => ({
      key: `topic:${topic.name}`,
      sign: { kind: 'icon', icon: isResolvedTopic(topic.name) ? 'done' : 'feed' },
      title: topic.name === '' ? t('general chat') : bareTopic(topic.name),
      isUnnamed: topic.name === '',
      marks: topic.name === '' || isResolvedTopic(topic.name) ? [] : marks,
      detail: channel.name,
      insert: `#**${channel.name}>${topic.name}** `,
    }));
}
