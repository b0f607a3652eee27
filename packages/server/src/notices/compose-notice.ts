import type { RenderResult } from '@parley/markdown';
import { q, sql, type Reader } from '../db/sql.ts';
import type { ChannelRow } from '../channels/channel.ts';
import { receiversIn } from '../messages/audience.ts';
import { compose, renderFor, type Destination } from '../messages/compose.ts';
import type { Letter } from '../messages/sending/letter.ts';
import { readStamps } from '../messages/sending/vocabulary.ts';
import type { Actor, PersonRow } from '../people/person.ts';
import type { World } from '../world.ts';
import { notificationBot } from './notification-bot.ts';

/** A channel as far as a message in it is concerned. */
export type NoticeChannel = Pick<ChannelRow, 'id' | 'name' | 'conversation_id' | 'is_private'>;

/** What the notification bot says. */
export type Notice = {
  readonly content: string;
  /** Who caused it: names in the text mean what they mean to this person. */
  readonly cause: Actor;
  /** For whom it is read from the start. */
  readonly read?: readonly number[];
};

export type NoticeWorld = Pick<World, 'config' | 'sealer' | 'clock' | 'sending'>;

export const composeForChannel = (
  reader: Reader,
  world: NoticeWorld,
  notice: Notice,
  to: { readonly channel: NoticeChannel; readonly topic: string },
): Promise<Letter> =>
  composeNotice(reader, world, notice, () => ({
    audience: receiversIn(to.channel),
    homeId: to.channel.conversation_id,
    channel: to.channel,
    topic: to.topic,
    people: [],
  }));

/** To one person, in the conversation that the person and the bot have. */
export const composeForPerson = (
  reader: Reader,
  world: NoticeWorld,
  notice: Notice,
  to: { readonly person: PersonRow; readonly conversationId: number },
): Promise<Letter> =>
  composeNotice(reader, world, notice, (bot) => ({
    audience: { kind: 'people', ids: [bot.id, to.person.id] },
    homeId: to.conversationId,
    channel: undefined,
    topic: '',
    people: [bot, to.person].toSorted((a, b) => a.id - b.id),
  }));

const composeNotice = async (
  reader: Reader,
  world: NoticeWorld,
  { content, cause, read = [] }: Notice,
  destinationOf: (bot: PersonRow) => Destination,
): Promise<Letter> => {
  const { realm } = cause;
  const bot = await notificationBot(reader, realm.id);
  const { sending } = world;
  const vocabulary = await sending.vocabularyOf(realm.id, await readStamps(reader, realm.id));
  const rendered = await renderFor({ ...sending, reader }, world, cause, content, vocabulary);
  const to = destinationOf(bot);
  const isFor = (id: number): boolean =>
    to.channel !== undefined || to.people.some((person) => person.id === id);
  return compose(world, to, {
    actor: { realm, person: bot },
    client: 'Internal',
    sentAt: world.clock.now(),
    content,
    rendered: withoutCalls(rendered),
    called: { people: [], participants: [] },
    alerted: [...vocabulary.alertedBy(content)].filter(isFor),
    read: [...new Set([...read, ...(await mutersOf(reader, bot))])].filter(isFor),
    echo: undefined,
    key: undefined,
    policy: 0,
    vocabulary,
  });
};

/** A notice quotes what people wrote; it calls on nobody. */
const withoutCalls = (rendered: RenderResult): RenderResult => ({
  ...rendered,
  mentions: { ...rendered.mentions, people: [], groups: [], everyone: false, topic: false },
});

const mutersOf = async (reader: Reader, bot: PersonRow): Promise<number[]> => {
  const rows = await reader.all(
    q
      .selectFrom('muted_person')
      .select('person_id')
      .where('realm_id', '=', bot.realm_id)
      .where('muted_id', '=', sql<number>`${bot.id}::bigint`),
  );
  return rows.map(({ person_id }) => person_id);
};
