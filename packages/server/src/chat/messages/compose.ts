import type { WireMessage } from '@parley/contract/objects/message.ts';
import { topicLinks, type RenderResult, type Upload } from '@parley/markdown';
import { matchLinkifiers } from '@parley/markdown/linkifiers';
import { memoizePerRow } from '../../engine/db/per-row.ts';
import { urlOf } from '../../engine/hosts.ts';
import { avatarUrl, isComputable } from '../../organization/users/avatar.ts';
import { domainOf } from '../../organization/users/address.ts';
import { type Actor, shareOf, type UserRow } from '../../http/actor.ts';
import { shownAddress } from '../../organization/users/present.ts';
import type { Server } from '../../organization/users/server.ts';
import { storedPaths } from '../uploads/known-files.ts';
import type { Audience, VisibilityScope } from '../../engine/log/audience.ts';
import { USER_FLAGS, MESSAGE_FLAGS } from './flags.ts';
import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import type { MentionedUsers } from './mentions.ts';
import { contextFor } from './sending/context.ts';
import type { OutgoingMessage, SendKey } from './sending/outgoing-message.ts';
import type { Sending } from './sending/sending.ts';
import type { Vocabulary } from './sending/vocabulary.ts';
import { wordsOf } from './text.ts';

/** Renders a text with the sender's permissions: mentions of users or channels hidden from the sender stay text. */
export async function renderFor(
  { reader, renderer }: Pick<Sending, 'reader' | 'renderer'>,
  { config }: Pick<Server, 'config'>,
  actor: Actor,
  content: string,
  vocabulary: Pick<Vocabulary, 'linkifiers' | 'emoji'>,
): Promise<RenderResult> {
  const origin = urlOf(config.hosts, actor.realm.subdomain);
  const context = await contextFor(reader, actor, content, vocabulary, origin);
  return withKnownFiles(await renderer.render(shareOf(actor), content, context), context.uploads ?? []);
}

/** A file that does not exist, or that the author may not read, is a plain link and no attachment. */
function withKnownFiles(rendered: RenderResult, known: readonly Upload[]): RenderResult {
  const paths = new Set(known.map(({ path }) => path));
  const attachments = rendered.attachments.filter((path) => paths.has(path));
  return { ...rendered, attachments, hasAttachment: attachments.length > 0 };
}

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
  readonly alerted: readonly number[];
  /** Users for whom the message is read from the start. */
  readonly read: readonly number[];
  readonly echo: LoggedMessage['echo'] | undefined;
  readonly key: SendKey | undefined;
  /** The version against which the message was checked; the commit verifies it, unless undefined. */
  readonly accessVersion?: number | undefined;
  readonly policy: 0 | 2 | 3;
  /** The users to whom the sender is visible, if guests among the receivers may not see the sender. */
  readonly knownBy?: VisibilityScope | undefined;
  readonly vocabulary: Pick<Vocabulary, 'linkifiers' | 'emoji'>;
  /** Mentioned bots that are not subscribed to the channel. */
  readonly visitors?: readonly number[];
};

/** Builds everything of a message that does not depend on its log position. */
export function compose(server: Server, to: Destination, from: Composition): OutgoingMessage {
  const { rendered, called, content } = from;
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
      ...optionalIds('alerted', from.alerted),
      ...optionalIds('read', from.read),
      ...(from.knownBy === undefined ? {} : { hidden: hiddenSenderOf(server, from, from.knownBy) }),
      ...(from.echo === undefined ? {} : { echo: from.echo }),
    },
    senderId: from.actor.user.id,
    homeId: to.homeId,
    channelId: to.channel?.id ?? null,
    topic: to.topic,
    content,
    rendered: rendered.html,
    words: wordsOf(rendered.html),
    client: from.client,
    sentAt: from.sentAt,
    messageFlags: messageFlagsOf(rendered),
    files: storedPaths(rendered.attachments),
    userFlags: userFlagsOf(from),
    key: from.key,
    policy: from.policy,
    accessVersion: from.accessVersion,
  };
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
  return {
    ...(to.channel === undefined
      ? { type: 'private', display_recipient: recipientsOf(server, realm, to.users), topic_links: [] }
      : {
          type: 'stream',
          display_recipient: to.channel.name,
          stream_id: to.channel.id,
          topic_links: topicLinks(to.topic, from.vocabulary.linkifiers, matchLinkifiers),
        }),
    ...presentSender(user, realm, server),
    client: from.client,
    subject: to.topic,
    recipient_id: to.homeId,
    timestamp: Math.floor(from.sentAt / 1000),
    is_me_message: from.rendered.isMeMessage,
    reactions: [],
    submessages: [],
  };
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

export function presentRecipient(
  user: Pick<UserRow, 'id' | 'full_name' | 'delivery_email' | 'email_visibility'>,
  domain: string,
): Exclude<WireMessage['display_recipient'], string>[number] {
  return {
    id: user.id,
    email: shownAddress(user, domain),
    full_name: user.full_name,
    is_mirror_dummy: false,
  };
}

export function messageFlagsOf({
  hasLink,
  hasImage,
  hasAttachment,
  mentions,
  isMeMessage,
}: RenderResult): number {
  return (
    (hasLink ? MESSAGE_FLAGS.link : 0) |
    (hasImage ? MESSAGE_FLAGS.image : 0) |
    (hasAttachment ? MESSAGE_FLAGS.attachment : 0) |
    (mentions.everyone ? MESSAGE_FLAGS.everyone : 0) |
    (mentions.topic ? MESSAGE_FLAGS.topic : 0) |
    (isMeMessage ? MESSAGE_FLAGS.me : 0)
  );
}

/** User flags that follow from a text. */
export function userFlagsOf({
  called,
  alerted,
  visitors = [],
}: Pick<Composition, 'called' | 'alerted' | 'visitors'>): OutgoingMessage['userFlags'] {
  const flags = new Map<number, number>();
  const add = (ids: readonly number[], flag: number): void => {
    for (const id of ids) flags.set(id, (flags.get(id) ?? 0) | flag);
  };
  add(called.users, USER_FLAGS.mentioned);
  add(called.participants, USER_FLAGS.topicMentioned);
  add(alerted, USER_FLAGS.alerted);
  add(visitors, USER_FLAGS.unread);
  return Array.from(flags, ([userId, flag]) => ({ userId, flags: flag }));
}
