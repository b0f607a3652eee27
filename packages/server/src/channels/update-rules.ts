import type { Config } from '../config.ts';
import { sql } from '../db/sql.ts';
import type { Tx } from '../db/tx.ts';
import { heldPermissions } from '../groups/permissions.ts';
import { ownersOnly } from '../people/gates.ts';
import { isAdministrator, type Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import type { ChannelRow } from './channel.ts';
import { checkMayMakeWebPublic, refuseRetentionByPlan } from './initial-settings.ts';
import { checkPrivacy, proposedPrivacy, type Privacy, type PrivacyWish } from './privacy.ts';
import { retentionOf } from './retention.ts';

type Wish = PrivacyWish & {
  readonly is_default_stream?: boolean | undefined;
  readonly message_retention_days?: string | number | undefined;
};

/** How closed the channel will be; refuses what cannot be or is not the actor's to decide. */
export const checkNewPrivacy = async (
  tx: Tx,
  { realm, person }: Actor,
  channel: ChannelRow,
  wish: Wish,
  isReader: boolean,
  server: Pick<Config, 'webPublic'>,
): Promise<Privacy> => {
  const privacy = proposedPrivacy(channel, wish);
  checkPrivacy(privacy);
  if (privacy.is_private && (wish.is_default_stream ?? channel.is_default))
    throw badRequest('New people cannot be subscribed to a private channel.');
  const isForReports = realmSettingsOf(realm).moderation_request_channel_id === channel.id;
  if (!privacy.is_private && isForReports)
    throw badRequest('The channel for reports of the organization stays private.');
  if (wish.is_private === undefined && wish.is_web_public !== true) return privacy;
  if (wish.is_private !== undefined && !isReader)
    throw badRequest('Who cannot read a channel cannot change who sees it.');
  const needed =
    wish.is_private === true ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  const held = await heldPermissions(tx, realm, person, [needed]);
  if (wish.is_private !== undefined && !held.has(needed))
    throw badRequest('You may not create channels of that kind.');
  if (wish.is_web_public === true) await checkMayMakeWebPublic(tx, { realm, person }, server);
  return privacy;
};

export const checkDefault = ({ person }: Actor, { is_default_stream }: Wish): void => {
  if (is_default_stream !== undefined && !isAdministrator(person))
    throw badRequest('Only administrators choose the channels of new people.');
};

export const checkRetention = (
  actor: Actor,
  channel: ChannelRow,
  { message_retention_days }: Wish,
): number | null => {
  if (message_retention_days === undefined) return channel.retention_days;
  ownersOnly(actor);
  refuseRetentionByPlan(actor);
  return retentionOf(message_retention_days);
};

/** Nobody could ever see a private channel again that comes back without anybody in it. */
export const checkUnarchive = async (tx: Tx, channel: ChannelRow): Promise<void> => {
  if (!channel.is_archived) throw badRequest('The channel is not archived.');
  if (!channel.is_private) return;
  const somebody = await tx.first(
    sql`select 1 from subscription
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and is_active limit 1`,
  );
  if (somebody === undefined) throw badRequest('Nobody is in this private channel.');
};

/** A channel whose messages have topics cannot do without them. */
export const refuseNamedTopics = async (tx: Tx, { id }: ChannelRow): Promise<void> => {
  const named = await tx.first(
    sql`select 1 from topic where realm_id = ${tx.realmId} and channel_id = ${id} and topic_key <> '' limit 1`,
  );
  if (named !== undefined)
    throw badRequest('Messages of this channel have topics.', { empty_topic_display_name: EMPTY_TOPIC_NAME });
};
