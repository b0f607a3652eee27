import type { State } from '@parley/client';
import type { NamesInText, RenderContext, Topic, Upload } from '@parley/markdown';
import type { TopicSummary } from '../chat.ts';
import { isInGroupSetting } from '../derived/group-setting.ts';

/** Facts that a registration does not contain. */
export type RenderFacts = {
  /** Topics of a channel; undefined while they are not known. */
  readonly topicsOf: (channelId: number) => readonly TopicSummary[] | undefined;
  /** A file by its path below `/user_uploads/`; null if there is none, undefined while that is not known. */
  readonly uploadOf: (path: string) => Upload | null | undefined;
  /** Fetches facts that are not known yet. */
  readonly load: (channelIds: readonly number[], paths: readonly string[]) => Promise<void>;
};

/** Facts about the names in a text, as the server would look them up for this user. */
export function renderContext(state: State, names: NamesInText, facts: RenderFacts): RenderContext {
  const channels = namedChannels(state, names);
  return {
    origin: (state.realm_url ?? '').replace(/\/$/, ''),
    linkifiers: (state.realm_linkifiers ?? []).map(({ pattern, url_template }) => ({
      pattern,
      urlTemplate: url_template,
    })),
    previews: state.realm_inline_image_preview === true,
    defaultCodeLanguage: state.realm_default_code_block_language ?? '',
    translateEmoticons: state.user_settings?.translate_emoticons === true,
    users: namedUsers(state, names),
    groups: (state.realm_user_groups ?? [])
      .filter(({ name }) => names.groupNames.includes(name))
      .map(({ id, name, deactivated }) => ({ id, name, active: !deactivated })),
    channels: channels.map(({ stream_id, name }) => ({ id: stream_id, name })),
    topics: channels.flatMap((channel) => namedTopics(channel, names, facts)),
    uploads: names.uploadPaths.flatMap((path) => facts.uploadOf(path) ?? []),
    customEmoji: customEmoji(state, names),
  };
}

/** Channels whose topics a text names. */
export function channelsOfTopics(state: State, names: NamesInText): readonly number[] {
  const named = new Set(names.topics.map(({ channelName }) => channelName.toLowerCase()));
  if (named.size === 0) return [];
  return namedChannels(state, names)
    .filter(({ name, history_public_to_subscribers: isOpen }) => isOpen && named.has(name.toLowerCase()))
    .map(({ stream_id }) => stream_id);
}

function namedUsers(state: State, { usersNames, usersIds }: NamesInText) {
  if (usersNames.length === 0 && usersIds.length === 0) return [];
  const keys = new Set(usersNames.map(nameKey));
  const isNamed = ({
    user_id,
    full_name,
  }: {
    readonly user_id: number;
    readonly full_name: string;
  }): boolean => keys.has(nameKey(full_name)) || usersIds.includes(user_id);
  const active = [...(state.realm_users ?? []), ...(state.cross_realm_bots ?? [])].filter(isNamed);
  const inactive = (state.realm_non_active_users ?? []).filter(isNamed);
  const users = [
    ...active.map(({ user_id, full_name }) => ({ id: user_id, name: full_name, active: true })),
    ...inactive.map(({ user_id, full_name }) => ({ id: user_id, name: full_name, active: false })),
  ];
  return [...new Map(users.map((user) => [user.id, user])).values()].toSorted((a, b) => a.id - b.id);
}

/** Equal for names that the server takes for the same. */
function nameKey(name: string): string {
  return name.normalize('NFKC').toUpperCase().toLowerCase().normalize('NFKC');
}

type Channel = NonNullable<State['subscriptions']>[number] | NonNullable<State['never_subscribed']>[number];

function namedChannels(state: State, { channelNames, topics }: NamesInText): readonly Channel[] {
  const keys = new Set(
    [...channelNames, ...topics.map(({ channelName }) => channelName)].map((name) => name.toLowerCase()),
  );
  if (keys.size === 0) return [];
  const isNamed = ({ name }: Channel): boolean => keys.has(name.toLowerCase());
  const others = [...(state.unsubscribed ?? []), ...(state.never_subscribed ?? [])];
  return [
    ...(state.subscriptions ?? []).filter(isNamed),
    ...others.filter((channel) => isNamed(channel) && isReadable(state, channel)),
  ];
}

/** Whether a user who is not subscribed may read the messages of a channel. */
function isReadable(state: State, channel: Channel): boolean {
  if (channel.is_web_public) return true;
  if (state.is_guest === true) return false;
  return (
    !channel.invite_only ||
    [channel.can_add_subscribers_group, channel.can_subscribe_group].some((setting) =>
      isInGroupSetting(state, setting),
    )
  );
}

function namedTopics(channel: Channel, { topics }: NamesInText, facts: RenderFacts): readonly Topic[] {
  if (!channel.history_public_to_subscribers) return [];
  const keys = new Set(
    topics
      .filter(({ channelName }) => channelName.toLowerCase() === channel.name.toLowerCase())
      .map(({ name }) => name.toLowerCase()),
  );
  const known = keys.size === 0 ? [] : (facts.topicsOf(channel.stream_id) ?? []);
  return known
    .filter(({ name }) => keys.has(name.toLowerCase()))
    .map(({ name, maxId }) => ({ channelId: channel.stream_id, name, latestMessageId: maxId }));
}

function customEmoji({ realm_emoji = {} }: State, { emojiNames }: NamesInText): Record<string, string> {
  if (emojiNames.length === 0) return {};
  return Object.fromEntries(
    Object.values(realm_emoji).flatMap(({ name, source_url, deactivated }) =>
      deactivated || !emojiNames.includes(name) ? [] : [[name, source_url] as const],
    ),
  );
}
