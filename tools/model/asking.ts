import { openClient, type Client } from './clients.ts';
import type { Ground } from './ground.ts';
import type { Step } from './kind.ts';
import type { Model, Person } from './model.ts';
import { unreadOf } from './rules.ts';

type Known = ReadonlyMap<Person, { readonly unread: ReadonlySet<number>; readonly direct: string }>;

/** What clients know of that events do not tell completely. */
export const knownIn = (model: Model): Known =>
  new Map(
    model.people.map((person) => [
      person,
      { unread: new Set(unreadOf(model, person).map(({ id }) => id)), direct: directOf(model, person) },
    ]),
  );

const directOf = (model: Model, person: Person): string =>
  model.messages
    .filter(({ place }) => place.kind === 'direct' && place.people.includes(person))
    .map(({ id }) => id)
    .join();

/**
 * Events do not tell what was unread in a channel that somebody joins or that opens or closes, what else of a topic
 * that moves in was unread, and what was said before a direct message that is deleted. Clients that must know
 * register anew. Answers with how many did.
 */
export const askAgain = async (
  ground: Ground,
  step: Step,
  clients: ReadonlyMap<Person, Client[]>,
  before: Known,
): Promise<number> => {
  const now = knownIn(ground.model);
  let asked = 0;
  for (const [person, mine] of clients) {
    if (!isUntold(step, person, before, now)) continue;
    asked += 1;
    for (const [index] of mine.entries()) mine[index] = await openClient(ground.connectionOf(person), index);
  }
  return asked;
};

const isUntold = ({ kind }: Step, person: Person, before: Known, after: Known): boolean => {
  const [was, is] = [before.get(person), after.get(person)];
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
};

const isMore = (before: ReadonlySet<number>, after: ReadonlySet<number>): boolean =>
  [...after].some((id) => !before.has(id));
