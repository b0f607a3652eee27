import type { Config } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { grantedPermissions } from '../../organization/groups/permissions.ts';
import { ownersOnly } from '../../organization/users/gates.ts';
import { isAdministrator, type Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import type { ChannelRow } from './channel.ts';
import { checkMayMakeWebPublic, refuseRetentionByPlan } from './initial-settings.ts';
import { checkPrivacy, proposedPrivacy, type Privacy, type PrivacyChange } from './privacy.ts';
import { retentionOf } from './retention.ts';

type Wish = PrivacyChange & {
  readonly is_default_stream?: boolean | undefined;
  readonly message_retention_days?: string | number | undefined;
};

/** How closed the channel will be; refuses what cannot be or is not the actor's to decide. */
export async function checkNewPrivacy(
  tx: Tx,
  { realm, user }: Actor,
  channel: ChannelRow,
  wish: Wish,
  isReader: boolean,
  server: Pick<Config, 'webPublic'>,
): Promise<Privacy> {
  const privacy = proposedPrivacy(channel, wish);
  checkPrivacy(privacy);
  if (privacy.is_private && (wish.is_default_stream ?? channel.is_default))
    throw badRequest('New users cannot be subscribed to a private channel.');
  const isForReports = realmSettingsOf(realm).moderation_request_channel_id === channel.id;
  if (!privacy.is_private && isForReports)
    throw badRequest('The channel for reports of the organization stays private.');
  if (wish.is_private === undefined && wish.is_web_public !== true) return privacy;
  if (wish.is_private !== undefined && !isReader)
    throw badRequest('Who cannot read a channel cannot change who sees it.');
  const needed =
    wish.is_private === true ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  const held = await grantedPermissions(tx, realm, user, [needed]);
  if (wish.is_private !== undefined && !held.has(needed))
    throw badRequest('You may not create channels of that kind.');
  if (wish.is_web_public === true) await checkMayMakeWebPublic(tx, { realm, user }, server);
  return privacy;
}

export function checkDefault({ user }: Actor, { is_default_stream }: Wish): void {
  if (is_default_stream !== undefined && !isAdministrator(user))
    throw badRequest('Only administrators choose the channels of new users.');
}

export function checkRetention(
  actor: Actor,
  channel: ChannelRow,
  { message_retention_days }: Wish,
): number | null {
  if (message_retention_days === undefined) return channel.retention_days;
  ownersOnly(actor);
  refuseRetentionByPlan(actor);
  return retentionOf(message_retention_days);
}

/** Nobody could ever see a private channel again that comes back without anybody in it. */
export async function checkUnarchive(tx: Tx, channel: ChannelRow): Promise<void> {
  if (!channel.is_archived) throw badRequest('The channel is not archived.');
  if (!channel.is_private) return;
  const somebody = await tx.first(
    sql`select 1 from subscription
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and is_active limit 1`,
  );
  if (somebody === undefined) throw badRequest('Nobody is in this private channel.');
}

/** A channel whose messages have topics cannot do without them. */
export async function refuseNamedTopics(tx: Tx, { id }: ChannelRow): Promise<void> {
  const named = await tx.first(
    sql`select 1 from topic where realm_id = ${tx.realmId} and channel_id = ${id} and topic_key <> '' limit 1`,
  );
  if (named !== undefined)
    throw badRequest('Messages of this channel have topics.', { empty_topic_display_name: EMPTY_TOPIC_NAME });
}
