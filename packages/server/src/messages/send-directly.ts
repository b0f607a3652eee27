import { q, sql, type Reader } from '../db/sql.ts';
import { groupsWith, hasRealmPermission } from '../groups/permissions.ts';
import { eyesOf, hidesPeople } from '../people/access.ts';
import { findNamedUsers, refuseUnknownUsers } from '../people/find-person.ts';
import { isBot, isGuest, type PersonRow } from '../people/person.ts';
import { introduceInConversation } from '../people/watch-guests.ts';
import { badRequest } from '../problem.ts';
import { addWithWidget } from '../submessages/add-with-widget.ts';
import type { Address } from './address.ts';
import { compose, renderFor } from './compose.ts';
import { conversationOf, findConversation, hasBegun } from './conversation.ts';
import type { LinkPlace } from './links.ts';
import { calledBy } from './mentions.ts';
import { hasFiles } from './sending/letter.ts';
import { againOrNot, readersFromStart, type Sender, type Sent } from './sender.ts';
import type { Around } from './sending/place.ts';

type PeopleAddress = Exclude<Address, { kind: 'channel' }>;

export const sendDirectly = async (
  sender: Sender,
  address: PeopleAddress,
  content: string,
): Promise<Sent> => {
  const { world, realm } = sender;
  const { sending } = world;
  const around = await aroundOf(sender);
  const again = againOrNot(sender, around);
  if (again !== undefined) return again;
  const { people, vocabulary, rendered, called } = await checkDirectly(sender, around, address, content);
  const ids = people.map(({ id }) => id);
  const homeId = await conversationOf(world, realm.id, ids);
  const isIntroduction =
    people.some(isGuest) &&
    (await hidesPeople(sending.reader, realm)) &&
    !(await hasBegun(sending.reader, realm.id, homeId));
  const letter = compose(
    world,
    {
      audience: { kind: 'people', ids },
      homeId,
      channel: undefined,
      topic: '',
      people,
    },
    {
      actor: sender,
      client: sender.client.name,
      sentAt: world.clock.now(),
      content,
      rendered,
      called,
      alerted: [...vocabulary.alertedBy(content)].filter((id) => ids.includes(id)),
      read: readersFromStart(sender, around).filter((id) => ids.includes(id)),
      echo: sender.echo,
      key: sender.key,
      rules: sender.rules,
      policy: 0,
      vocabulary,
    },
  );
  const place: LinkPlace = { kind: 'direct', userIds: ids };
  const isPlain = sender.widget === undefined && sender.alongside === undefined && !isIntroduction;
  if (isPlain && !hasFiles(letter))
    return { id: await sending.outbox.send(realm.id, letter), policy: 0, place };
  const idOf = await world.write(realm.id, async (tx) => {
    await sender.alongside?.(tx);
    if (isIntroduction) await introduceInConversation(tx, world, people);
    const added = await addWithWidget(tx, letter, sender.widget);
    return () => tx.placed(added);
  });
  return { id: idOf(), policy: 0, place };
};

export const aroundOf = async ({ world, realm, person, key }: Sender): Promise<Around> => {
  const { around } = await world.sending.places.find({
    realmId: realm.id,
    personId: person.id,
    channel: null,
    topic: '',
    key: key?.key.toString('hex') ?? '',
  });
  return around;
};

/** What a text becomes among these people; refuses what the sender may not do. */
export const checkDirectly = async (
  sender: Sender,
  around: Around,
  address: PeopleAddress,
  content: string,
) => {
  const { world, realm } = sender;
  const { sending } = world;
  const people = await participants(sending.reader, sender, address);
  await refuseUnwanted(sending.reader, sender, people);
  const vocabulary = await sending.vocabularyOf(realm.id, around.stamps);
  const rendered = await renderFor(sending, world, sender, content, vocabulary);
  const called = await calledBy(sending.reader, sender, rendered.mentions, undefined);
  return { people, vocabulary, rendered, called };
};

/** Everybody in the conversation in the order of their ids, the sender among them. */
export const participants = async (
  reader: Reader,
  sender: Sender,
  address: PeopleAddress,
): Promise<PersonRow[]> => {
  const { realm, person } = sender;
  const names = address.kind === 'people' ? address.ids : address.emails;
  const named = await findNamedUsers(reader, sender.world.config, sender, names);
  const ids = new Set([...named.values(), person.id].filter((id) => id !== undefined));
  const found = await reader.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
  const sees = await eyesOf(reader, sender, ids);
  refuseUnknownUsers(named, new Set(found.filter(sees).map(({ id }) => id)));
  const gone = found.find((one) => !one.is_active);
  if (gone !== undefined) throw badRequest(`${gone.full_name} is no longer here.`);
  return found;
};

/** Bots may write to anybody, everybody to bots and to themselves; the rest is the organization's to say. */
const refuseUnwanted = async (
  reader: Reader,
  { realm, person }: Sender,
  people: readonly PersonRow[],
): Promise<void> => {
  if (isBot(person) || people.every((one) => one.id === person.id || isBot(one))) return;
  if (!(await isAnyPermitted(reader, realm, people)))
    throw badRequest('Direct messages between these people are not allowed in this organization.');
  if (await hasRealmPermission(reader, realm, person, 'direct_message_initiator_group')) return;
  const known = await findConversation(
    reader,
    realm.id,
    people.map(({ id }) => id),
  );
  if (known?.last_message_id == null) throw badRequest('You may not begin direct conversations.');
};

const isAnyPermitted = async (
  reader: Reader,
  realm: Sender['realm'],
  people: readonly PersonRow[],
): Promise<boolean> => {
  const group = realm.permissions['direct_message_permission_group'];
  if (group === undefined) return true;
  for (const one of people) if ((await groupsWith(reader, realm.id, [group], one)).size > 0) return true;
  return false;
};
