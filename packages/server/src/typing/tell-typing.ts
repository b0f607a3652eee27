import type { ParametersOf } from '@parley/contract/endpoint.ts';
import type { setTypingStatus } from '@parley/contract/endpoints/typing.ts';
import { accessRelated } from '../channels/access.ts';
import { q, sql } from '../db/sql.ts';
import type { Call } from '../http/route.ts';
import { canPost, standingIn } from '../messages/posting-rights.ts';
import { sentTopicOf } from '../messages/text.ts';
import { eyesOf } from '../people/access.ts';
import { domainOf } from '../people/address.ts';
import { refuseUnknownUsers } from '../people/find-person.ts';
import type { PersonRow } from '../people/person.ts';
import { shownAddress } from '../people/present.ts';
import { badRequest } from '../problem.ts';
import { settingsOf } from '../settings/user-settings.ts';
import { curiousAmong, curiousIn } from './listeners.ts';

type Request = ParametersOf<typeof setTypingStatus>;

/** Tells those who would get a message that it is being written. Nothing of it is kept. */
export const tellTyping = (call: Call, request: Request): Promise<void> =>
  request.type === 'direct' ? tellPeople(call, request) : tellChannel(call, request);

const tellPeople = async (call: Call, { to, op }: Request): Promise<void> => {
  const { world, realm, person } = call;
  if (to === undefined || to === null || to.length === 0) throw badRequest('Say to whom you are writing.');
  if (!settingsOf(person).send_private_typing_notifications) throw unwanted();
  const people = await recipients(call, to);
  const ids = people.map(({ id }) => id);
  world.tell(realm.id, await curiousAmong(world.pool, realm, ids, people), {
    type: 'typing',
    op,
    message_type: 'direct',
    sender: present(call, person),
    recipients: people.map((one) => present(call, one)),
  });
};

const tellChannel = async (call: Call, { stream_id, topic, op }: Request): Promise<void> => {
  const { world, realm, person } = call;
  if (stream_id === undefined || stream_id === null)
    throw badRequest('Say in which channel you are writing.');
  if (topic === undefined) throw badRequest('Say in which topic you are writing.');
  const name = sentTopicOf(topic);
  if (!settingsOf(person).send_stream_typing_notifications) throw unwanted();
  const { channel, relation } = await accessRelated(world.pool, call, stream_id, 'content', {
    archived: 'refused',
  });
  const standing = await standingIn(world.pool, person, channel, relation.isSubscribed);
  if (!canPost(person, channel, standing)) throw badRequest('You may not write in this channel.');
  const audience = await curiousIn(world.pool, realm, channel, [person]);
  if (audience === undefined) return;
  world.tell(realm.id, audience, {
    type: 'typing',
    op,
    message_type: 'stream',
    sender: present(call, person),
    stream_id,
    topic: name,
  });
};

export const unwanted = () => badRequest('You have chosen not to show when you are typing.');

const present = ({ world, realm }: Call, person: PersonRow) => ({
  user_id: person.id,
  email: shownAddress(person, domainOf(world.config.hosts, realm.subdomain)),
});

/** Everybody in the conversation, the caller too, in the order of their ids. */
const recipients = async ({ world, realm, person }: Call, to: readonly number[]): Promise<PersonRow[]> => {
  const ids = new Set([...to, person.id]);
  const found = await world.pool.all(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', realm.id)
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`)
      .orderBy('id'),
  );
  const sees = await eyesOf(world.pool, { realm, person }, ids);
  refuseUnknownUsers(new Map(to.map((id) => [id, id])), new Set(found.filter(sees).map(({ id }) => id)));
  return found;
};
