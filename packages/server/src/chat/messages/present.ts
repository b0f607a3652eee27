import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getMessage } from '@parley/contract/endpoints/messages.ts';
import type { MessageFlag } from '@parley/contract/objects/message.ts';
import { type Linkifier, topicLinks } from '@parley/markdown';
import { matchLinkifiers } from '@parley/markdown/linkifiers';
import { flagNames, isStreamed, USER_FLAGS, MESSAGE_FLAGS } from './flags.ts';
import { presentHistory } from './present/edit-history.ts';
import { presentMessageBody, type ShownPlace } from './present/message-body.ts';
import { type ShownRow, shownRows } from './present/rows.ts';
import { type UserPresenter, createUserPresenter } from './present/users.ts';
import { pagesOf, type Weights } from './present/weight.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import type { Reader } from '../../engine/db/sql.ts';
import { type Actor, isSpectator } from '../../http/actor.ts';
import { adaptReactionType } from '../../organization/emoji/adapt.ts';
import { listLinkifiers } from '../../organization/linkifiers/rows.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import type { Server } from '../../organization/users/server.ts';

/** The user who reads messages, and the server. */
export type Viewer = Actor & { readonly world: Server };

export type MessageOptions = {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly allowEmptyTopicName: boolean;
  /** The client is an app of the public API, which does not know Parley's own reaction types. */
  readonly isPublicClient: boolean;
};

/** A message as its reader sees it. */
export type SeenMessage = ResultOf<typeof getMessage>['message'];

/** A message in wire format, with both its Markdown and its HTML content. */
export type PresentedMessage = {
  readonly message: SeenMessage;
  readonly content: string;
  readonly rendered: string;
};

/**
 * Presents messages to a user, in the order of the ids, each as `finish` returns it. The caller has checked access and that
 * the weights of many messages have a bound.
 */
export async function presentMessages<T = PresentedMessage>(
  reader: Reader,
  viewer: Viewer,
  ids: readonly number[],
  options: MessageOptions,
  { weights, finish }: Presenting<T> = AS_THEY_ARE as Presenting<T>,
): Promise<T[]> {
  if (ids.length === 0) return [];
  const linksOf = linkFinder(await linkifiersOf(reader, viewer));
  const messages: T[] = [];
  for (const page of pagesOf(ids, weights, PAGE))
    messages.push(...(await presentPage(reader, viewer, page, linksOf, options)).map(finish));
  return messages;
}

type Presenting<T> = { readonly weights: Weights; readonly finish: (message: PresentedMessage) => T };

const AS_THEY_ARE: Presenting<PresentedMessage> = { weights: new Map(), finish: (message) => message };

/** Each page blocks the event loop for a few milliseconds, and other requests run between two pages. */
const PAGE = { messages: 250, bytes: 256 * 1024 };

async function presentPage(
  reader: Reader,
  viewer: Viewer,
  ids: readonly number[],
  linksOf: LinksOf,
  options: MessageOptions,
): Promise<PresentedMessage[]> {
  const { realm, user, world } = viewer;
  const rows = await shownRows(reader, realm.id, user.id, ids);
  const faces = await createUserPresenter(reader, world, viewer, usersIn(rows), options.clientGravatar);
  const byId = new Map(
    rows.map((row) => [
      row.id,
      { message: presentMessage(viewer, row, faces, linksOf, options), ...texts(row) },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function texts({ content, rendered }: ShownRow) {
  return { content, rendered };
}

function usersIn(rows: readonly ShownRow[]): ReadonlySet<number> {
  return new Set(rows.flatMap(({ sender_id, users }) => [sender_id, ...(users ?? [])]));
}

type LinksOf = (topic: string) => SeenMessage['topic_links'];

function presentMessage(
  { realm, user, limits }: Actor,
  row: ShownRow,
  faces: UserPresenter,
  linksOf: LinksOf,
  { applyMarkdown, allowEmptyTopicName, isPublicClient }: MessageOptions,
): SeenMessage {
  const shown = (topic: string): string => (topic === '' && !allowEmptyTopicName ? EMPTY_TOPIC_NAME : topic);
  const { message_edit_history_visibility_policy: policy } = realmSettingsOf(realm);
  const history = presentHistory(row.edits, { policy, limits }, shown);
  const place: ShownPlace =
    row.channel_id === null
      ? { kind: 'direct', users: (row.users ?? []).map((id) => faces.recipient(id)) }
      : {
          kind: 'channel',
          id: row.channel_id,
          name: row.channel_name ?? '',
          topic: shown(row.topic),
          topicLinks: linksOf(row.topic),
        };
  const sender = { ...faces.sender(row.sender_id), sender_realm_str: realm.subdomain };
  return {
    id: row.id,
    ...presentMessageBody(place, sender, {
      client: row.client,
      recipient_id: row.conversation_id,
      timestamp: row.sent_at,
      is_me_message: (row.message_flags & MESSAGE_FLAGS.me) > 0,
      reactions: isPublicClient ? row.reactions.map((one) => adaptReactionType(one, true)) : row.reactions,
      submessages: row.submessages,
    }),
    content: applyMarkdown ? row.rendered : row.content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    flags: isSpectator(user) ? ['read'] : flagsOf(row),
    ...(isStreamed(row) ? { streaming: true as const } : {}),
    ...(row.edited_at === null ? {} : { last_edit_timestamp: row.edited_at }),
    ...(row.moved_at === null ? {} : { last_moved_timestamp: row.moved_at }),
    ...(history === undefined ? {} : { edit_history: history }),
  };
}

/** A user who did not receive a message has it as read and historical. */
function flagsOf({ is_received, is_read, is_protected, user_flags, message_flags }: ShownRow): MessageFlag[] {
  const hasMessage = is_received || is_protected || user_flags !== null;
  return flagNames({
    isRead: is_received ? is_read : ((user_flags ?? 0) & USER_FLAGS.unread) === 0,
    userFlags: (user_flags ?? 0) | (hasMessage ? 0 : USER_FLAGS.historical),
    everyone: is_received && (message_flags & MESSAGE_FLAGS.everyone) > 0,
  });
}

/** Caches links per topic, because many messages share one. */
function linkFinder(linkifiers: readonly Linkifier[]): LinksOf {
  const cached = new Map<string, SeenMessage['topic_links']>();
  return (topic) => {
    const links = cached.get(topic) ?? topicLinks(topic, linkifiers, matchLinkifiers);
    cached.set(topic, links);
    return links;
  };
}

async function linkifiersOf(reader: Reader, { realm }: Actor): Promise<Linkifier[]> {
  return (await listLinkifiers(reader, realm.id)).map((row) => ({
    pattern: row.pattern,
    urlTemplate: row.url_template,
  }));
}
