import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import type { RenderResult } from '@parley/markdown';
import type { ChannelRow } from '../channels/channel.ts';
import { renderFor } from '../messages/rendering/render.ts';
import { compose, type Destination, receiversIn } from '../messages/send/compose.ts';
import { addMessage } from '../messages/send/store.ts';
import type { OutgoingMessage } from '../messages/send/outgoing-message.ts';
import { readVocabularyVersions } from '../messages/rendering/vocabulary.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/** The bot that sends an organization's notices. Its e-mail is invalid, so that no user can have the same. */
export const NOTIFIER = { email: 'notification-bot', name: 'Notification Bot' } as const;

export async function notificationBot(reader: Reader, realmId: number): Promise<UserRow> {
  const bot = await reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where(sql<boolean>`lower(delivery_email) = ${NOTIFIER.email}`),
  );
  if (bot === undefined) throw new Error(`Organization ${realmId} has no notification bot.`);
  return bot;
}

/** The columns of a channel that sending a message needs. */
export type NoticeChannel = Pick<ChannelRow, 'id' | 'name' | 'conversation_id' | 'is_private'>;

/** A message of the notification bot. */
export type Notice = {
  readonly content: string;
  /** The user who caused the notice; references in the text are resolved as for this user. */
  readonly cause: Actor;
  /** Users for whom the notice counts as read. */
  readonly read?: readonly number[];
};

export type NoticeWorld = Pick<World, 'config' | 'sealer' | 'clock' | 'sending'>;

function composeForChannel(
  reader: Reader,
  world: NoticeWorld,
  notice: Notice,
  to: { readonly channel: NoticeChannel; readonly topic: string },
): Promise<OutgoingMessage> {
  return composeNotice(reader, world, notice, () => ({
    audience: receiversIn(to.channel),
    homeId: to.channel.conversation_id,
    channel: to.channel,
    topic: to.topic,
    users: [],
  }));
}

/** Composes a notice for the direct conversation of the bot and a user. */
export function composeForUser(
  reader: Reader,
  world: NoticeWorld,
  notice: Notice,
  to: { readonly user: UserRow; readonly conversationId: number },
): Promise<OutgoingMessage> {
  return composeNotice(reader, world, notice, (bot) => ({
    audience: { kind: 'users', ids: [bot.id, to.user.id] },
    homeId: to.conversationId,
    channel: undefined,
    topic: '',
    users: [bot, to.user].toSorted((a, b) => a.id - b.id),
  }));
}

async function composeNotice(
  reader: Reader,
  world: NoticeWorld,
  { content, cause, read = [] }: Notice,
  destinationOf: (bot: UserRow) => Destination,
): Promise<OutgoingMessage> {
  const { realm } = cause;
  const bot = await notificationBot(reader, realm.id);
  const { sending } = world;
  const vocabulary = await sending.vocabularyOf(realm.id, await readVocabularyVersions(reader, realm.id));
  const rendered = await renderFor({ ...sending, reader }, world, cause, content, vocabulary);
  return compose(world, destinationOf(bot), {
    actor: { realm, user: bot },
    client: 'Internal',
    sentAt: world.clock.now(),
    content,
    rendered: withoutMentions(rendered),
    called: { users: [], participants: [] },
    read: [...new Set([...read, ...(await mutersOf(reader, bot))])],
    echo: undefined,
    key: undefined,
    policy: visibilityPolicies.inherit,
    vocabulary,
  });
}

/** Notices quote text of users, so they must not mention anyone. */
function withoutMentions(rendered: RenderResult): RenderResult {
  return {
    ...rendered,
    mentions: { ...rendered.mentions, users: [], groups: [], everyone: false, topic: false },
  };
}

async function mutersOf(reader: Reader, bot: UserRow): Promise<number[]> {
  const rows = await reader.all(
    q
      .selectFrom('muted_user')
      .select('user_id')
      .where('realm_id', '=', bot.realm_id)
      .where('muted_id', '=', sql<number>`${bot.id}::bigint`),
  );
  return rows.map(({ user_id }) => user_id);
}

/**
 * Sends a notice to a channel within a transaction. The conversation stays locked until the commit, so callers that
 * lock other conversations must lock all together, in the order of the ids. Returns the index of the event.
 */
export async function sendNotice(
  tx: Tx,
  world: NoticeWorld,
  notice: Notice & { readonly channel: NoticeChannel; readonly topic: string },
): Promise<number> {
  return addMessage(tx, await composeForChannel(tx, world, notice, notice));
}
