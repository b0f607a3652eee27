import type { Tx } from '../db/tx.ts';
import type { Emoji } from '../emoji/find-emoji.ts';
import type { LoggedReaction } from '../log/logged-event.ts';
import type { Accessed } from '../messages/access.ts';
import { domainOf } from '../people/address.ts';
import { circleAround } from '../people/audience.ts';
import type { Actor } from '../people/person.ts';
import { shownAddress } from '../people/present.ts';
import type { Server } from '../people/server.ts';

export type ReactionChange = { readonly op: 'add' | 'remove'; readonly emoji: Emoji };

/** The event of a reaction by the actor. Some clients read `user`, the older form of `user_id`. */
export async function reactionEvent(
  tx: Tx,
  { config }: Server,
  { realm, person }: Actor,
  accessed: Accessed,
  { op, emoji }: ReactionChange,
): Promise<LoggedReaction> {
  const domain = domainOf(config.hosts, realm.subdomain);
  const circle = reachesStrangers(accessed) ? await circleAround(tx, realm, person) : undefined;
  return {
    type: 'reaction',
    op,
    message_id: accessed.message.id,
    user_id: person.id,
    user: { user_id: person.id, email: shownAddress(person, domain), full_name: person.full_name },
    ...emoji,
    ...(circle === undefined ? {} : { hidden: { circle, domain } }),
  };
}

/** Subscribers know each other; guests who have left a web-public channel still receive its events. */
function reachesStrangers(accessed: Accessed): boolean {
  if (accessed.kind === 'direct') return false;
  return accessed.channel.is_web_public || !accessed.relation.isSubscribed;
}
