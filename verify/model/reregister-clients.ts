import { openClient, type Client } from './clients.ts';
import type { ModelledOrganization } from './modelled-organization.ts';
import type { Step } from './step-kind.ts';
import type { Model, User } from './model.ts';
import { unreadOf } from './rules.ts';

type Known = ReadonlyMap<User, { readonly unread: ReadonlySet<number>; readonly direct: string }>;

/** State of clients that events do not describe completely. */
export function knownIn(model: Model): Known {
  return new Map(
    model.users.map((user) => [
      user,
      { unread: new Set(unreadOf(model, user).map(({ id }) => id)), direct: directOf(model, user) },
    ]),
  );
}

function directOf(model: Model, user: User): string {
  return model.messages
    .filter(({ conversation: place }) => place.kind === 'direct' && place.users.includes(user))
    .map(({ id }) => id)
    .join();
}

/**
 * Events do not contain the unread messages of a channel that a user joins, the other unread messages of a topic
 * that moves in, and the message before a deleted direct message. Clients that need them
 * register a new queue. Returns the number of such users.
 */
export async function reregisterClients(
  ground: ModelledOrganization,
  step: Step,
  clients: ReadonlyMap<User, Client[]>,
  before: Known,
): Promise<number> {
  const now = knownIn(ground.model);
  let asked = 0;
  for (const [user, mine] of clients) {
    if (!isUntold(step, user, before, now)) continue;
    asked += 1;
    for (const [index] of mine.entries()) mine[index] = await openClient(ground.connectionOf(user), index);
  }
  return asked;
}

function isUntold({ stepKind: kind }: Step, user: User, before: Known, after: Known): boolean {
  const [was, is] = [before.get(user), after.get(user)];
  if (was === undefined || is === undefined) return false;
  switch (kind) {
    case 'subscribe':
    case 'move':
      return isMore(was.unread, is.unread);
    case 'delete':
      return is.direct !== was.direct;
    default:
      return false;
  }
}

function isMore(before: ReadonlySet<number>, after: ReadonlySet<number>): boolean {
  return [...after].some((id) => !before.has(id));
}
