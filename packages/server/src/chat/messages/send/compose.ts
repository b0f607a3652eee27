import type { AutomaticPolicy } from '../follow.ts';
import { topicLinks, type RenderResult } from '@parley/markdown';
import { matchLinkifiers } from '@parley/markdown/linkifiers';
import { memoizePerRow } from '../../../engine/db/per-row.ts';
import { avatarUrl, isComputable } from '../../../organization/users/avatar.ts';
import { domainOf } from '../../../organization/users/address.ts';
import { type Actor, type UserRow } from '../../../http/actor.ts';
import { shownAddress } from '../../../organization/users/present.ts';
import type { Server } from '../../../organization/users/server.ts';
import { storedPaths } from '../../uploads/known-files.ts';
import { wantsPages } from '../../previews/page-jobs.ts';
import type { Audience, VisibilityScope } from '../../../engine/log/audience.ts';
import { MESSAGE_FLAGS, messageFlagsOf, userFlagsOf } from '../flags.ts';
import { presentMessageBody, type ShownPlace } from '../present/message-body.ts';
import { presentRecipient } from '../present/users.ts';
import type { LoggedMessage } from '../../../engine/log/logged-event.ts';
import type { MentionedUsers } from '../mentions.ts';
import type { OutgoingMessage } from './outgoing-message.ts';
import type { SendKey } from './send-key.ts';
import type { Vocabulary } from '../rendering/vocabulary.ts';
import type { ChannelRow } from '../../channels/channel.ts';

/** The recipient of a message after lookup. */
export type Destination = {
  readonly audience: Audience;
  readonly homeId: number;
  readonly channel: { readonly id: number; readonly name: string } | undefined;
  readonly topic: string;
  /** All users of a direct conversation; empty for a channel. */
  readonly users: readonly UserRow[];
};

export type Composition = {
  readonly actor: Actor;
  readonly client: string;
  readonly sentAt: number;
  readonly content: string;
  readonly rendered: RenderResult;
  readonly called: MentionedUsers;
  /** Users for whom the message is read from the start. */
  readonly read: readonly number[];
  readonly echo: LoggedMessage['echo'] | undefined;
  readonly key: SendKey | undefined;
  /** The version against which the message was checked; the commit verifies it, unless undefined. */
  readonly accessVersion?: number | undefined;
  readonly policy: AutomaticPolicy;
  /** The users to whom the sender is visible, if guests among the receivers may not see the sender. */
  readonly knownBy?: VisibilityScope | undefined;
  readonly vocabulary: Vocabulary;
  /** Mentioned bots that are not subscribed to the channel. */
  readonly visitors?: readonly number[] | undefined;
  /** More text comes. */
  readonly isStreamed?: boolean;
};

/** Builds everything of a message that does not depend on its log position. */
export function compose(server: Server, to: Destination, from: Composition): OutgoingMessage {
  const { rendered, called, content, visitors } = from;
  const alerted = amongUsers(to, [...from.vocabulary.alertedBy(content)]);
  return {
    audience: to.audience,
    event: {
      type: 'message',
      message: presentBase(server, to, from),
      content,
      rendered: rendered.html,
      isComputable: isComputable(server, from.actor.user),
      everyone: rendered.mentions.everyone,
      ...optionalIds('mentioned', called.users),
      ...optionalIds('participants', called.participants),
      ...optionalIds('alerted', alerted),
      ...optionalIds('read', amongUsers(to, from.read)),
      ...(from.knownBy === undefined ? {} : { hidden: hiddenSenderOf(server, from, from.knownBy) }),
      ...(from.echo === undefined ? {} : { echo: from.echo }),
    },
    senderId: from.actor.user.id,
    homeId: to.homeId,
    channelId: to.channel?.id ?? null,
    topic: to.topic,
    content,
    rendered: rendered.html,
    client: from.client,
    sentAt: from.sentAt,
    messageFlags: messageFlagsOf(rendered) | (from.isStreamed === true ? MESSAGE_FLAGS.streamed : 0),
    files: storedPaths(rendered.attachments),
    wantsPages: wantsPages(server.config, from.actor, rendered),
    userFlags: userFlagsOf({ called, alerted, visitors }),
    key: from.key,
    policy: from.policy,
    accessVersion: from.accessVersion,
  };
}

/** In a direct conversation, only its users are alerted or have read a message. */
function amongUsers({ channel, users }: Destination, ids: readonly number[]): readonly number[] {
  return channel === undefined ? ids.filter((id) => users.some((user) => user.id === id)) : ids;
}

function hiddenSenderOf({ config }: Server, { actor }: Composition, visibleTo: VisibilityScope) {
  return {
    visibleTo,
    domain: domainOf(config.hosts, actor.realm.subdomain),
  };
}

function optionalIds<N extends string>(name: N, ids: readonly number[]): { [K in N]?: readonly number[] } {
  return (ids.length === 0 ? {} : { [name]: ids }) as { [K in N]?: readonly number[] };
}

function presentBase(server: Server, to: Destination, from: Composition): LoggedMessage['message'] {
  const { realm, user } = from.actor;
  return presentMessageBody(placeOf(server, to, from), presentSender(user, realm, server), {
    client: from.client,
    recipient_id: to.homeId,
    timestamp: Math.floor(from.sentAt / 1000),
    is_me_message: from.rendered.isMeMessage,
    reactions: [],
    submessages: [],
    ...(from.isStreamed === true ? { streaming: true as const } : {}),
  });
}

function placeOf(server: Server, { channel, topic, users }: Destination, from: Composition): ShownPlace {
  if (channel === undefined) return { kind: 'direct', users: recipientsOf(server, from.actor.realm, users) };
  const links = topicLinks(topic, from.vocabulary.linkifiers, matchLinkifiers);
  return { kind: 'channel', id: channel.id, name: channel.name, topic, topicLinks: links };
}

const presentSender = memoizePerRow((user: UserRow, { subdomain }: Actor['realm'], server: Server) => ({
  sender_id: user.id,
  sender_email: shownAddress(user, domainOf(server.config.hosts, subdomain)),
  sender_full_name: user.full_name,
  sender_realm_str: subdomain,
  avatar_url: avatarUrl(server, user),
}));

function recipientsOf({ config }: Server, { subdomain }: Actor['realm'], users: readonly UserRow[]) {
  const domain = domainOf(config.hosts, subdomain);
  return users.map((one) => presentRecipient(one, domain));
}

/**
 * Receivers of a new message in a channel: its subscribers, listeners to all public channels, and mentioned bots
 * that are not subscribed (`visitors`).
 */
export function receiversIn(
  { id, is_private }: Pick<ChannelRow, 'id' | 'is_private'>,
  visitors: readonly number[] = [],
): Audience {
  const subscribers: Audience = { kind: 'subscribers', channel: id };
  const others: Audience[] = [
    ...(is_private ? [] : [{ kind: 'listeners' } as const]),
    ...(visitors.length === 0 ? [] : [{ kind: 'users', ids: visitors } as const]),
  ];
  return others.length === 0 ? subscribers : { kind: 'union', of: [subscribers, ...others] };
}
