import type { ResultOf } from '@parley/contract/endpoint.ts';
import type { getMessage } from '@parley/contract/endpoints/messages.ts';
import type { MessageFlag } from '@parley/contract/objects/message.ts';
import { topicLinks, type Linkifier } from '@parley/markdown';
import { matchLinkifiers } from '@parley/markdown/linkifiers';
import type { Reader } from '../db/sql.ts';
import { fitReactionType } from '../emoji/fit.ts';
import { listLinkifiers } from '../linkifiers/queries.ts';
import { isSpectator, type Actor } from '../people/person.ts';
import type { Server } from '../people/server.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import { flagNames, MARKS, TRAITS } from './flags.ts';
import { presentHistory } from './present/edit-history.ts';
import { facesOf, type Faces } from './present/people.ts';
import { shownRows, type ShownRow } from './present/rows.ts';

/** Who reads messages, on which server. */
export type Viewer = Actor & { readonly world: Server };

export type MessageOptions = {
  readonly applyMarkdown: boolean;
  readonly clientGravatar: boolean;
  readonly allowEmptyTopicName: boolean;
  /** The client knows the words of the public API only. */
  readonly isPublicClient: boolean;
};

/** A message as its reader sees it. */
export type SeenMessage = ResultOf<typeof getMessage>['message'];

/** A message as it is shown, and both forms of its content. */
export type Shown = {
  readonly message: SeenMessage;
  readonly content: string;
  readonly rendered: string;
};

/** Messages as one person sees them, in the order of the ids. Whether they may be seen was decided before. */
export const presentMessages = async (
  reader: Reader,
  viewer: Viewer,
  ids: readonly number[],
  options: MessageOptions,
): Promise<Shown[]> => {
  if (ids.length === 0) return [];
  const { realm, person, world } = viewer;
  const rows = await shownRows(reader, realm.id, person.id, ids);
  const faces = await facesOf(reader, world, viewer, peopleIn(rows));
  const linksOf = linkFinder(await linkifiersOf(reader, viewer));
  const byId = new Map(
    rows.map((row) => [
      row.id,
      { message: presentMessage(viewer, row, faces, linksOf, options), ...texts(row) },
    ]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
};

const texts = ({ content, rendered }: ShownRow) => ({ content, rendered });

const peopleIn = (rows: readonly ShownRow[]): ReadonlySet<number> =>
  new Set(rows.flatMap(({ sender_id, people }) => [sender_id, ...(people ?? [])]));

type LinksOf = (topic: string) => SeenMessage['topic_links'];

const presentMessage = (
  { realm, person }: Actor,
  row: ShownRow,
  faces: Faces,
  linksOf: LinksOf,
  { applyMarkdown, clientGravatar, allowEmptyTopicName, isPublicClient }: MessageOptions,
): SeenMessage => {
  const shown = (topic: string): string => (topic === '' && !allowEmptyTopicName ? EMPTY_TOPIC_NAME : topic);
  const { message_edit_history_visibility_policy: policy } = realmSettingsOf(realm);
  const history = presentHistory(row.edits, policy, shown);
  return {
    id: row.id,
    ...faces.sender(row.sender_id, clientGravatar),
    sender_realm_str: realm.subdomain,
    client: row.client,
    content: applyMarkdown ? row.rendered : row.content,
    content_type: applyMarkdown ? 'text/html' : 'text/x-markdown',
    ...(row.channel_id === null
      ? {
          type: 'private',
          display_recipient: (row.people ?? []).map((id) => faces.recipient(id)),
          subject: '',
          topic_links: [],
        }
      : {
          type: 'stream',
          stream_id: row.channel_id,
          display_recipient: row.channel_name ?? '',
          subject: shown(row.topic),
          topic_links: linksOf(row.topic),
        }),
    recipient_id: row.conversation_id,
    timestamp: row.sent_at,
    is_me_message: (row.traits & TRAITS.me) > 0,
    reactions: isPublicClient ? row.reactions.map((one) => fitReactionType(one, true)) : row.reactions,
    submessages: row.submessages,
    flags: isSpectator(person) ? ['read'] : flagsOf(row),
    ...(row.edited_at === null ? {} : { last_edit_timestamp: row.edited_at }),
    ...(row.moved_at === null ? {} : { last_moved_timestamp: row.moved_at }),
    ...(history === undefined ? {} : { edit_history: history }),
  };
};

/** Who never received a message has read it, and has it only from history. */
const flagsOf = ({ is_received, is_read, is_protected, marks, traits }: ShownRow): MessageFlag[] => {
  const hasIt = is_received || is_protected || marks !== null;
  return flagNames({
    isRead: is_received ? is_read : ((marks ?? 0) & MARKS.unread) === 0,
    marks: (marks ?? 0) | (hasIt ? 0 : MARKS.historical),
    everyone: is_received && (traits & TRAITS.everyone) > 0,
  });
};

/** Many messages share a topic. */
const linkFinder = (linkifiers: readonly Linkifier[]): LinksOf => {
  const known = new Map<string, SeenMessage['topic_links']>();
  return (topic) => {
    const links = known.get(topic) ?? topicLinks(topic, linkifiers, matchLinkifiers);
    known.set(topic, links);
    return links;
  };
};

const linkifiersOf = async (reader: Reader, { realm }: Actor): Promise<Linkifier[]> =>
  (await listLinkifiers(reader, realm.id)).map((row) => ({
    pattern: row.pattern,
    urlTemplate: row.url_template,
  }));
