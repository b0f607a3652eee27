import { q, type Reader } from '../db/sql.ts';
import { relationTo } from '../channels/relation.ts';
import type { Relation } from '../channels/rights.ts';
import { isGuest, type Actor, type PersonRow } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import type { PlaceChannel } from './sending/place.ts';

/** What decides whether somebody may write in a channel: their own standing, and that of a bot's owner. */
export type Standing = { readonly mine: Relation; readonly owners: Relation | undefined };

/** Most channels give everything to everybody who is in them; then nothing has to be looked up. */
export const standingIn = async (
  reader: Reader,
  person: PersonRow,
  channel: PlaceChannel,
  isSubscribed: boolean,
): Promise<Standing> => {
  const isOpen = isSubscribed || !channel.is_private;
  const isPlain =
    channel.permissions['can_send_message_group'] === undefined &&
    channel.permissions['can_create_topic_group'] === undefined;
  if (isOpen && isPlain && person.bot_owner_id === null)
    return {
      mine: { isSubscribed, groups: new Set(['can_send_message_group', 'can_create_topic_group']) },
      owners: undefined,
    };
  return {
    mine: await relationTo(reader, person, channel),
    owners: await ownersRelation(reader, person, channel),
  };
};

const ownersRelation = async (
  reader: Reader,
  person: PersonRow,
  channel: PlaceChannel,
): Promise<Relation | undefined> => {
  if (person.bot_owner_id === null) return undefined;
  const owner = await reader.first(
    q
      .selectFrom('person')
      .selectAll()
      .where('realm_id', '=', person.realm_id)
      .where('id', '=', person.bot_owner_id),
  );
  return owner?.is_active === true ? relationTo(reader, owner, channel) : undefined;
};

const holds = ({ mine, owners }: Standing, name: 'can_send_message_group' | 'can_create_topic_group') =>
  mine.groups.has(name) || owners?.groups.has(name) === true;

/** Whether somebody may write in a channel. Being subscribed to a public one is not needed. */
export const canPost = (
  person: Pick<PersonRow, 'role'>,
  channel: Pick<PlaceChannel, 'is_archived' | 'is_web_public' | 'is_private' | 'is_history_public'>,
  standing: Standing,
): boolean => {
  if (!holds(standing, 'can_send_message_group') || channel.is_archived) return false;
  const { mine, owners } = standing;
  if (channel.is_web_public || mine.isSubscribed || owners?.isSubscribed === true) return true;
  if (isGuest(person)) return false;
  return (
    !channel.is_private ||
    (channel.is_history_public &&
      (mine.groups.has('can_add_subscribers_group') || mine.groups.has('can_subscribe_group')))
  );
};

export const refuseTopicFor = (standing: Standing, hasTopic: boolean): void => {
  if (!hasTopic && !holds(standing, 'can_create_topic_group'))
    throw badRequest('You may not begin new topics in this channel.');
};

/** A channel, or else its organization, says whether topics may or must be empty. */
export const refuseTopicPolicy = (
  { realm }: Pick<Actor, 'realm'>,
  { topics_policy }: Pick<PlaceChannel, 'topics_policy'>,
  topic: string,
): void => {
  const policy = topics_policy === 'inherit' ? realmSettingsOf(realm).topics_policy : topics_policy;
  const extra = { empty_topic_display_name: EMPTY_TOPIC_NAME };
  if (policy === 'disable_empty_topic' && topic === '')
    throw badRequest('Messages in this channel need a topic.', extra);
  if (policy === 'empty_topic_only' && topic !== '')
    throw badRequest(`This channel has only the topic '${EMPTY_TOPIC_NAME}'.`, extra);
};
