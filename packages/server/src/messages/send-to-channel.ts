import { q, sql, type Reader } from '../db/sql.ts';
import { circleAround } from '../people/audience.ts';
import { holdSelf } from '../people/hold-self.ts';
import { tellBotOwner } from '../notices/tell-bot-owner.ts';
import { channelLink } from '../notices/words.ts';
import { isBot, SYSTEM_ROLE, type PersonRow } from '../people/person.ts';
import { badRequest, Problem } from '../problem.ts';
import { addWithWidget } from '../submessages/add-with-widget.ts';
import { followMany } from '../topics/follow-many.ts';
import { noteActivity } from '../channels/activity.ts';
import { canSee } from '../channels/rights.ts';
import { receiversIn } from './audience.ts';
import { compose, renderFor, type Composition } from './compose.ts';
import { policyAfterSending } from './follow.ts';
import { calledBy } from './mentions.ts';
import { canPost, refuseTopicFor, refuseTopicPolicy, standingIn } from './posting-rights.ts';
import { hasFiles, type Letter } from './sending/letter.ts';
import type { Place, PlaceChannel, Question } from './sending/place.ts';
import { againOrNot, readersFromStart, type Sender, type Sent } from './sender.ts';

export type ChannelAddress = {
  readonly channel: number | string | undefined;
  /** The name of the channel as the request has it. */
  readonly requestedName?: string;
  readonly topic: string;
};

export const sendToChannel = async (
  sender: Sender,
  address: ChannelAddress,
  content: string,
): Promise<Sent> => {
  const { world, realm, person } = sender;
  const { sending } = world;
  const question = await questionFor(sender, address);
  const isAsking = sender.rules === undefined || sender.isRepeat === true;
  const remembered = isAsking ? undefined : sending.places.recall(question);
  const place = remembered ?? (await sending.places.find(question));
  const again = againOrNot(sender, place.around);
  if (again !== undefined) return again;
  const { channel, standing, vocabulary, rendered, called } = await checkForChannel(
    sender,
    place,
    address,
    content,
  );
  const visitors = await visitingBots(sending.reader, channel, rendered.mentions.people);
  const policy = await policyOf(sending.reader, sender, place, channel, address.topic);
  const composition: Composition = {
    actor: sender,
    client: sender.client.name,
    sentAt: world.clock.now(),
    content,
    rendered,
    called,
    alerted: [...vocabulary.alertedBy(content)],
    read: readersFromStart(sender, place.around),
    echo: sender.echo,
    key: sender.key,
    rules: sender.rules === undefined ? undefined : Math.min(sender.rules, place.rules),
    policy,
    knownBy: place.isSubscribed ? undefined : await circleAround(sending.reader, realm, person),
    vocabulary,
    visitors,
  };
  const letter = compose(
    world,
    {
      audience: receiversIn(channel, visitors),
      homeId: channel.conversation_id,
      channel,
      topic: address.topic,
      people: [],
    },
    composition,
  );
  const isPlain =
    policy === 0 &&
    called.people.length === 0 &&
    channel.is_recently_active &&
    sender.widget === undefined &&
    sender.alongside === undefined &&
    !hasFiles(letter);
  const sent = isPlain
    ? { id: await sending.outbox.send(realm.id, letter), policy: 0 as const }
    : await sendWithEffects(sender, letter, called.people, channel);
  if (isPlain && remembered === undefined && isLasting(sender, place, channel))
    sending.places.keep(question, place);
  if (channel.subscriber_count === 0 && isBot(person))
    // The message is sent, whatever becomes of this.
    await tellBotOwner(world, sender, `nobody is subscribed to ${channelLink(channel)}.`).catch(world.report);
  const name = canSee(person, channel, standing.mine) ? channel.name : undefined;
  return { ...sent, place: { kind: 'channel', id: channel.id, name, topic: address.topic } };
};

/** A place can be remembered if nothing but the rules decides what it is to send there again, not even wishes. */
const isLasting = (
  { person }: Sender,
  { hasTopic, isMuted }: Place,
  { is_history_public }: PlaceChannel,
): boolean =>
  hasTopic &&
  is_history_public &&
  policyAfterSending(person, { policy: 0, isChannelMuted: isMuted, isNew: false }) === 0;

/** Where a message would go, as the database knows it now. */
export const placeFor = async (sender: Sender, address: ChannelAddress): Promise<Place> =>
  sender.world.sending.places.find(await questionFor(sender, address));

const questionFor = async (sender: Sender, { channel, topic }: ChannelAddress): Promise<Question> => {
  const { world, realm, person } = sender;
  return {
    realmId: realm.id,
    personId: person.id,
    channel: channel ?? (await defaultChannel(world.sending.reader, person)),
    topic,
    key: sender.key?.key.toString('hex') ?? '',
  };
};

/** What a text becomes in a channel; refuses what the sender may not do there. */
export const checkForChannel = async (
  sender: Sender,
  place: Place,
  address: ChannelAddress,
  content: string,
) => {
  const { world, realm, person } = sender;
  const { sending } = world;
  const channel = place.channel ?? noSuch(address);
  const standing = await standingIn(sending.reader, person, channel, place.isSubscribed);
  if (!canPost(person, channel, standing)) throw badRequest('You may not write in this channel.');
  refuseTopicFor(standing, place.hasTopic);
  refuseTopicPolicy(sender, channel, address.topic);
  const vocabulary = await sending.vocabularyOf(realm.id, place.around.stamps);
  const rendered = await renderFor(sending, world, sender, content, vocabulary);
  const called = await calledBy(sending.reader, sender, rendered.mentions, {
    channelId: channel.id,
    topic: address.topic,
    subscribers: channel.subscriber_count,
  });
  return { channel, standing, vocabulary, rendered, called };
};

/** Wishes about the topic change before the message is heard of. */
const sendWithEffects = async (
  sender: Sender,
  letter: Letter,
  called: readonly number[],
  channel: PlaceChannel,
): Promise<Omit<Sent, 'place'>> => {
  const { world, realm, person } = sender;
  const at = { channelId: channel.id, topic: letter.topic };
  const sent = await world.write(realm.id, async (tx) => {
    await sender.alongside?.(tx);
    if (letter.policy !== 0 || called.includes(person.id)) await holdSelf(tx, sender);
    const isChanged = await followMany(tx, { person, policy: letter.policy }, called, at, letter.sentAt);
    const policy = isChanged ? letter.policy : 0;
    const place = await addWithWidget(tx, { ...letter, policy }, sender.widget);
    if (!channel.is_recently_active) await noteActivity(tx, channel);
    return () => ({ id: tx.placed(place), policy });
  });
  return sent();
};

const noSuch = ({ channel, requestedName }: ChannelAddress): never => {
  if (channel === undefined) throw badRequest('Say to which channel the message goes.');
  throw new Problem('STREAM_DOES_NOT_EXIST', 'There is no such channel.', {
    extra: typeof channel === 'number' ? { stream_id: channel } : { stream: requestedName ?? channel },
  });
};

const GENERIC_BOT = 1;

/** Bots hear when they are mentioned, wherever it is. */
const visitingBots = async (
  reader: Reader,
  { realm_id, id }: PlaceChannel,
  mentioned: readonly number[],
): Promise<number[]> => {
  if (mentioned.length === 0) return [];
  const rows = await reader.all(
    sql<{ id: number }>`
      select p.id from person p
      where p.realm_id = ${realm_id} and p.is_active and p.bot_type = ${GENERIC_BOT} and p.role <> ${SYSTEM_ROLE}
        and p.id = any(${[...mentioned]}::bigint[])
        and not exists (
          select from subscription s where s.realm_id = p.realm_id and s.person_id = p.id
            and s.channel_id = ${id} and s.is_active
        )`,
  );
  return rows.map((row) => row.id);
};

/** A bot that does not say where may have a channel for that. */
const defaultChannel = async (reader: Reader, person: PersonRow): Promise<number | null> => {
  if (person.bot_type === null) return null;
  const row = await reader.first(
    q
      .selectFrom('bot')
      .select('default_sending_channel_id')
      .where('realm_id', '=', person.realm_id)
      .where('person_id', '=', person.id),
  );
  return row?.default_sending_channel_id ?? null;
};

const policyOf = async (
  reader: Reader,
  { person }: Sender,
  place: Place,
  channel: PlaceChannel,
  topic: string,
): Promise<0 | 2 | 3> =>
  policyAfterSending(person, {
    policy: place.policy,
    isChannelMuted: place.isMuted,
    isNew: !place.hasTopic || (await isUnseen(reader, person, channel, topic)),
  });

/** Where history is protected, a topic is new to whoever received nothing of it. */
const isUnseen = async (
  reader: Reader,
  person: PersonRow,
  channel: PlaceChannel,
  topic: string,
): Promise<boolean> => {
  if (channel.is_history_public) return false;
  const row = await reader.first(
    sql`select 1 from message m
      join subscription s on s.realm_id = m.realm_id and s.channel_id = m.channel_id
        and s.person_id = ${person.id} and s.periods @> coalesce(m.arrived_at, m.id)
      where m.realm_id = ${person.realm_id} and m.channel_id = ${channel.id}
        and m.topic_key = lower(${topic}) limit 1`,
  );
  return row === undefined;
};
