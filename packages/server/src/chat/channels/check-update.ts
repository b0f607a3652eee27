import type { Config } from '../../engine/config.ts';
import { sql } from '../../engine/db/sql.ts';
import type { Tx } from '../../engine/db/tx.ts';
import { grantedPermissions } from '../../organization/groups/permissions.ts';
import { ownersOnly } from '../../organization/users/gates.ts';
import { isAdministrator } from '@parley/contract/rights/roles.ts';
import type { Actor } from '../../http/actor.ts';
import { badRequest } from '../../engine/api-error.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';
import { EMPTY_TOPIC_NAME } from '../topics/name.ts';
import type { ChannelRow } from './channel.ts';
import { checkMayMakeWebPublic, refuseRetentionByPlan } from './initial-settings.ts';
import { checkPrivacy, proposedPrivacy, type Privacy, type PrivacyChange } from './privacy.ts';
import { retentionOf } from './retention.ts';

type Change = PrivacyChange & {
  readonly is_default_stream?: boolean | undefined;
  readonly message_retention_days?: string | number | undefined;
};

/** Returns the channel's new privacy after checking that it is valid and that the actor may set it. */
export async function checkNewPrivacy(
  tx: Tx,
  { realm, user }: Actor,
  channel: ChannelRow,
  change: Change,
  isReader: boolean,
  server: Pick<Config, 'webPublic'>,
): Promise<Privacy> {
  const privacy = proposedPrivacy(channel, change);
  checkPrivacy(privacy);
  if (privacy.is_private && (change.is_default_stream ?? channel.is_default))
    throw badRequest('A private channel cannot be a default channel.');
  const isForReports = realmSettingsOf(realm).moderation_request_channel_id === channel.id;
  if (!privacy.is_private && isForReports)
    throw badRequest('The moderation request channel must be private.');
  if (privacy.is_history_public && !channel.is_history_public && !isReader)
    throw badRequest('You cannot open the history of a channel that you cannot read.');
  if (change.is_private === undefined && change.is_web_public !== true) return privacy;
  if (change.is_private !== undefined && !isReader)
    throw badRequest('You cannot change the privacy of a channel that you cannot read.');
  const needed =
    change.is_private === true ? 'can_create_private_channel_group' : 'can_create_public_channel_group';
  const granted = await grantedPermissions(tx, realm, user, [needed]);
  if (change.is_private !== undefined && !granted.has(needed))
    throw badRequest('You do not have permission to create channels with this privacy.');
  if (change.is_web_public === true) await checkMayMakeWebPublic(tx, { realm, user }, server);
  return privacy;
}

export function checkDefault({ user }: Actor, { is_default_stream }: Change): void {
  if (is_default_stream !== undefined && !isAdministrator(user))
    throw badRequest('Only administrators can set the default channels.');
}

export function checkRetention(
  actor: Actor,
  channel: ChannelRow,
  { message_retention_days }: Change,
): number | null {
  if (message_retention_days === undefined) return channel.retention_days;
  ownersOnly(actor);
  refuseRetentionByPlan(actor);
  return retentionOf(message_retention_days);
}

/** A private channel without subscribers stays archived, because no user could read it. */
export async function checkUnarchive(tx: Tx, channel: ChannelRow): Promise<void> {
  if (!channel.is_archived) throw badRequest('The channel is not archived.');
  if (!channel.is_private) return;
  const subscriber = await tx.first(
    sql`select 1 from subscription
      where realm_id = ${tx.realmId} and channel_id = ${channel.id} and is_active limit 1`,
  );
  if (subscriber === undefined)
    throw badRequest('A private channel without subscribers cannot be unarchived.');
}

/** A channel with named topics cannot be restricted to the empty topic. */
export async function refuseNamedTopics(tx: Tx, { id }: ChannelRow): Promise<void> {
  const named = await tx.first(
    sql`select 1 from topic where realm_id = ${tx.realmId} and channel_id = ${id} and topic_key <> '' limit 1`,
  );
  if (named !== undefined)
    throw badRequest('The channel has messages with a named topic.', {
      empty_topic_display_name: EMPTY_TOPIC_NAME,
    });
}
