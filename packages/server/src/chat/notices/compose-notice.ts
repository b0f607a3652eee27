import type { RenderResult } from '@parley/markdown';
import type { ChannelRow } from '../channels/channel.ts';
import { receiversIn } from '../messages/audience.ts';
import { compose, type Destination, renderFor } from '../messages/compose.ts';
import { addMessage } from '../messages/sending/add-message.ts';
import type { OutgoingMessage } from '../messages/sending/outgoing-message.ts';
import { readStamps } from '../messages/sending/vocabulary.ts';
import { q, type Reader, sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import type { Actor, UserRow } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';

/** The account with which an organization tells what happened. Nobody can have its address: it is none. */
export const NOTIFIER = { email: 'notification-bot', name: 'Notification Bot' } as const;

export async function notificationBot(reader: Reader, realmId: number): Promise<UserRow> {
  const bot = await reader.first(
    q
      .selectFrom('realm_user')
      .selectAll()
      .where('realm_id', '=', realmId)
      .where(sql<boolean>`lower(delivery_email) = ${NOTIFIER.email}`),
  );
  if (bot === undefined) throw new Error(`The organization ${realmId} has no notification bot.`);
  return bot;
}

/** A channel as far as a message in it is concerned. */
export type NoticeChannel = Pick<ChannelRow, 'id' | 'name' | 'conversation_id' | 'is_private'>;

/** What the notification bot says. */
export type Notice = {
  readonly content: string;
  /** Who caused it: names in the text mean what they mean to this user. */
  readonly cause: Actor;
  /** For whom it is read from the start. */
  readonly read?: readonly number[];
};

export type NoticeWorld = Pick<World, 'config' | 'sealer' | 'clock' | 'sending'>;

export function composeForChannel(
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

/** To one user, in the conversation that the user and the bot have. */
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
  const vocabulary = await sending.vocabularyOf(realm.id, await readStamps(reader, realm.id));
  const rendered = await renderFor({ ...sending, reader }, world, cause, content, vocabulary);
  const to = destinationOf(bot);
  const isFor = (id: number): boolean => to.channel !== undefined || to.users.some((user) => user.id === id);
  return compose(world, to, {
    actor: { realm, user: bot },
    client: 'Internal',
    sentAt: world.clock.now(),
    content,
    rendered: withoutCalls(rendered),
    called: { users: [], participants: [] },
    alerted: [...vocabulary.alertedBy(content)].filter(isFor),
    read: [...new Set([...read, ...(await mutersOf(reader, bot))])].filter(isFor),
    echo: undefined,
    key: undefined,
    policy: 0,
    vocabulary,
  });
}

/** A notice quotes what users wrote; it calls on nobody. */
function withoutCalls(rendered: RenderResult): RenderResult {
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
 * Says something in a channel as a part of a transaction. Its conversation stays locked until the commit, so
 * whoever locks others locks it with them, in the order of the ids. Answers the notice's place for `tx.placed`.
 */
export async function sendNotice(
  tx: Tx,
  world: NoticeWorld,
  notice: Notice & { readonly channel: NoticeChannel; readonly topic: string },
): Promise<number> {
  return addMessage(tx, await composeForChannel(tx, world, notice, notice));
}
