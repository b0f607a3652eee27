import type { Tx } from '../../engine/db/tx.ts';
import type { Emoji } from '../../organization/emoji/find-emoji.ts';
import type { LoggedReaction } from '../../engine/log/logged-event.ts';
import type { Accessed } from '../messages/access.ts';
import { domainOf } from '../../organization/users/address.ts';
import { restrictedScopeOf } from '../../organization/users/audience.ts';
import type { Actor } from '../../http/actor.ts';
import { shownAddress } from '../../organization/users/present.ts';
import type { Server } from '../../organization/users/server.ts';

export type ReactionChange = { readonly op: 'add' | 'remove'; readonly emoji: Emoji };

/** The event of a reaction by the actor. Some clients read `user`, the older form of `user_id`. */
export async function reactionEvent(
  tx: Tx,
  { config }: Server,
  { realm, user }: Actor,
  accessed: Accessed,
  { op, emoji }: ReactionChange,
): Promise<LoggedReaction> {
  const domain = domainOf(config.hosts, realm.subdomain);
  const visibleTo = mayReachHiddenFrom(accessed) ? await restrictedScopeOf(tx, realm, user) : undefined;
  return {
    type: 'reaction',
    op,
    message_id: accessed.message.id,
    user_id: user.id,
    user: { user_id: user.id, email: shownAddress(user, domain), full_name: user.full_name },
    ...emoji,
    ...(visibleTo === undefined ? {} : { hidden: { visibleTo, domain } }),
  };
}

/** Subscribers see each other, but guests who left a web-public channel still receive its events. */
function mayReachHiddenFrom(accessed: Accessed): boolean {
  if (accessed.kind === 'direct') return false;
  return accessed.channel.is_web_public || !accessed.relation.isSubscribed;
}
