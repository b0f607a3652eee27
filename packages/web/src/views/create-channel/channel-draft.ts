import type { State } from '@parley/client';
import { sentRetention, type NewChannel } from '../../data/actions/channel-actions.ts';
import { t } from '../../words/index.ts';
import type { Picked } from '../picking/picked.ts';

export type Privacy = 'open' | 'private' | 'web-public';

/** A channel that is being described; ids are texts, because they come from fields. */
export type ChannelDraft = {
  readonly name: string;
  readonly description: string;
  readonly privacy: Privacy;
  /** Id of a folder, `new`, or empty for none. */
  readonly folder: string;
  readonly folderName: string;
  /** A color such as `#76ce90`, or empty for the server's choice. */
  readonly color: string;
  readonly people: readonly Picked[];
  readonly isAnnounced: boolean;
  /** Ids of groups; empty for everybody. */
  readonly writers: string;
  readonly topicStarters: string;
  readonly isHistoryOpen: boolean;
  readonly topicsPolicy: NonNullable<NewChannel['topics_policy']>;
  /** Days, `unlimited`, or `realm_default`. */
  readonly retention: string;
  readonly isDefault: boolean;
};

export function emptyDraft(folderId: number | undefined, privacy: Privacy): ChannelDraft {
  return {
    name: '',
    description: '',
    privacy,
    folder: folderId === undefined ? '' : String(folderId),
    folderName: '',
    color: '',
    people: [],
    isAnnounced: true,
    writers: '',
    topicStarters: '',
    isHistoryOpen: true,
    topicsPolicy: 'inherit',
    retention: 'realm_default',
    isDefault: false,
  };
}

/** Why a name cannot be used; undefined for a free one. Channels that the user cannot see are known to the server alone. */
export function nameProblem(state: State, name: string): string | undefined {
  const wanted = name.trim().toLowerCase();
  if (wanted === '') return undefined;
  const { subscriptions = [], unsubscribed = [], never_subscribed: others = [] } = state;
  const same = [...subscriptions, ...unsubscribed, ...others].find(
    (channel) => channel.name.toLowerCase() === wanted,
  );
  if (same === undefined) return undefined;
  return same.is_archived
    ? t('An archived channel has this name. Choose another one, or unarchive it.')
    : t('There is a channel with this name. Choose another one, or join it.');
}

/** The request that creates the channel. Settings that nobody touched are left out, so that they need no right. */
export function toRequest(
  draft: ChannelDraft,
  facts: {
    readonly userIds: readonly number[];
    readonly folderId: number | undefined;
    readonly canAnnounce: boolean;
  },
): NewChannel {
  const isPrivate = draft.privacy === 'private';
  return {
    name: draft.name.trim(),
    description: draft.description.trim(),
    subscribers: [...facts.userIds],
    invite_only: isPrivate,
    is_web_public: draft.privacy === 'web-public',
    announce: facts.canAnnounce && !isPrivate && draft.isAnnounced,
    ...(facts.folderId === undefined ? {} : { folder_id: facts.folderId }),
    ...(isPrivate ? { history_public_to_subscribers: draft.isHistoryOpen } : {}),
    ...(draft.writers === '' ? {} : { can_send_message_group: Number(draft.writers) }),
    ...(draft.topicStarters === '' || (isPrivate && !draft.isHistoryOpen)
      ? {}
      : { can_create_topic_group: Number(draft.topicStarters) }),
    ...(draft.topicsPolicy === 'inherit' ? {} : { topics_policy: draft.topicsPolicy }),
    ...(draft.retention === 'realm_default'
      ? {}
      : { message_retention_days: sentRetention(draft.retention) }),
    ...(draft.isDefault && !isPrivate ? { is_default_stream: true } : {}),
  };
}
