import type { Actor } from '../../http/actor.ts';
import type { World } from '../../http/world.ts';
import { notifyUsers } from './notify-users.ts';

/**
 * Sends a new user the first direct message: the three things in which this chat differs from others. A failure does not
 * affect the account.
 */
export function welcome(world: World, cause: Actor): Promise<void> {
  const { realm, user } = cause;
  const content = `Welcome to ${realm.name}. Three things are different here:

1. **Every message belongs to a topic.** A channel is a room for a group; a topic is one matter in it, such as “night plan”. Begin a new one for a new matter, and go on in an old one even weeks later.
2. **The inbox shows what is unread, by topic.** Read one matter at a time, and mark what does not concern you as read without opening it.
3. **You decide what you hear of.** Follow the topics that matter to you, mute the others. Direct messages and mentions always reach you.

This conversation is yours: try things out here, nobody else reads it.`;
  return notifyUsers(world, [{ userId: user.id, content, cause }]);
}
