import { findChannels } from '../channels/queries.ts';
import type { Actor } from '../people/person.ts';
import { realmSettingsOf } from '../realm/settings.ts';
import type { World } from '../world.ts';
import { sendNotice } from './send-notice.ts';
import { personLink } from './words.ts';

const TOPIC = 'signups';

/** Tells an organization that wants to know it who is new. The account exists whether it can be told or not. */
export const announceSignUp = async (world: World, cause: Actor): Promise<void> => {
  const { realm, person } = cause;
  const id = realmSettingsOf(realm).signup_announcements_stream_id;
  if (id < 0) return;
  try {
    await world.write(realm.id, async (tx) => {
      const [channel] = await findChannels(tx, tx.realmId, [id]);
      if (channel === undefined || channel.is_archived) return;
      const topic = channel.topics_policy === 'empty_topic_only' ? '' : TOPIC;
      const content = `${personLink(person)} joined this organization.`;
      await sendNotice(tx, world, { channel, topic, content, cause });
    });
  } catch (error) {
    world.report(error);
  }
};
