import { findChannels } from '../channels/queries.ts';
import { sendNotice } from './compose-notice.ts';
import { userLink } from './links.ts';
import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { realmSettingsOf } from '../../organization/realm/settings.ts';

const SIGNUPS_TOPIC = 'signups';

/** Announces a new user, if the organization wants that. A failure does not affect the new account. */
export async function announceSignUp(world: World, cause: Actor): Promise<void> {
  const { realm, user } = cause;
  const id = realmSettingsOf(realm).signup_announcements_stream_id;
  if (id < 0) return;
  try {
    await world.write(realm.id, async (tx) => {
      const [channel] = await findChannels(tx, tx.realmId, [id]);
      if (channel === undefined || channel.is_archived) return;
      const topic = channel.topics_policy === 'empty_topic_only' ? '' : SIGNUPS_TOPIC;
      const content = `${userLink(user)} joined this organization.`;
      await sendNotice(tx, world, { channel, topic, content, cause });
    });
  } catch (error) {
    world.report(error, 'announce a new user');
  }
}
