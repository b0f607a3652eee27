import { keepBest } from './best.ts';
import { fold } from '../../words/fold.ts';
import { matchKind, matchName, type MatchKind, type NameMatch } from './matching.ts';

/** The part of a user that ranking needs. */
export type RankedUser = {
  readonly user_id: number;
  readonly full_name: string;
  readonly email: string;
  readonly delivery_email: string | null;
  readonly is_bot: boolean;
};

/** Facts about the conversation that order users. */
export type UserRanking = {
  readonly selfId: number;
  /** Users who wrote in this topic or belong to this direct conversation, with their last message. */
  readonly inConversation: ReadonlyMap<number, number>;
  /** Users who wrote somewhere lately, with their last message. */
  readonly recent: ReadonlyMap<number, number>;
  /** Subscribers of the channel; undefined when not known or for direct messages. */
  readonly subscriberIds: ReadonlySet<number> | undefined;
  readonly mutedIds: ReadonlySet<number>;
};

export type UserMatch<U extends RankedUser = RankedUser> = {
  readonly user: U;
  readonly match: NameMatch;
  /** The query was found in the address instead of the name. */
  readonly isByAddress: boolean;
};

/** Users whose name or address matches, best first. */
export function rankUsers<U extends RankedUser>(
  users: readonly U[],
  query: string,
  ranking: UserRanking,
  max: number,
): readonly UserMatch<U>[] {
  const wanted = fold(query.trim().normalize('NFC'));
  const { names, addresses } = foldedOf(users);
  const best = keepBest<Scored>(max, compareScored);
  let worst = Number.POSITIVE_INFINITY;
  for (const [at, user] of users.entries()) {
    const name = names[at] ?? '';
    const byName = matchKind(name, wanted);
    const kind = byName ?? matchKind(addresses[at] ?? '', wanted);
    if (kind === undefined || (byName === undefined && kind === 'inside')) continue;
    const score = scoreOf(user, kind, byName === undefined, ranking);
    if (score > worst) continue;
    const recency = ranking.inConversation.get(user.user_id) ?? ranking.recent.get(user.user_id) ?? 0;
    best.add({ at, name, score, recency, isByAddress: byName === undefined });
    if (best.list().length === max) worst = best.list().at(-1)?.score ?? worst;
  }
  return best.list().map(({ at, name, isByAddress }) => ({
    user: users[at] as U,
    match: matchName(isByAddress ? (addresses[at] ?? '') : name, wanted) ?? NO_MARKS,
    isByAddress,
  }));
}

const NO_MARKS: NameMatch = { kind: 'prefix', marks: [] };

type Scored = {
  readonly at: number;
  readonly name: string;
  readonly score: number;
  readonly recency: number;
  readonly isByAddress: boolean;
};

/** Smaller is better: quality of the match, then the place of the user, then the kind of user, then the match. */
function scoreOf(user: RankedUser, match: MatchKind, isByAddress: boolean, ranking: UserRanking): number {
  const id = user.user_id;
  const isMuted = ranking.mutedIds.has(id);
  const isMember = ranking.subscriberIds?.has(id) ?? true;
  const quality = (match === 'inside' ? 1 : 0) + (isByAddress ? 2 : 0);
  const place = isMuted ? 3 : ranking.inConversation.has(id) ? 0 : isMember ? 1 : 2;
  const kind = id === ranking.selfId ? 2 : user.is_bot ? 1 : 0;
  return quality * 64 + place * 16 + kind * 4 + (match === 'word' ? 1 : 0);
}

function compareScored(a: Scored, b: Scored): number {
  if (a.score !== b.score) return a.score - b.score;
  if (a.recency !== b.recency) return b.recency - a.recency;
  return a.name < b.name ? -1 : a.name > b.name ? 1 : a.at - b.at;
}

type FoldedNames = { readonly names: readonly string[]; readonly addresses: readonly string[] };

/** Lists and users are immutable, so folded names are kept with them; a changed list folds only changed users. */
const foldedLists = new WeakMap<readonly RankedUser[], FoldedNames>();
const foldedUsers = new WeakMap<RankedUser, readonly [name: string, address: string]>();

function foldedOf(users: readonly RankedUser[]): FoldedNames {
  const known = foldedLists.get(users);
  if (known !== undefined) return known;
  const pairs = users.map((user) => foldUser(user));
  const folded = { names: pairs.map(([name]) => name), addresses: pairs.map(([, address]) => address) };
  foldedLists.set(users, folded);
  return folded;
}

function foldUser(user: RankedUser): readonly [name: string, address: string] {
  const known = foldedUsers.get(user);
  if (known !== undefined) return known;
  const address = (user.delivery_email ?? user.email).split('@')[0] ?? '';
  const folded = [fold(user.full_name.normalize('NFC')), fold(address)] as const;
  foldedUsers.set(user, folded);
  return folded;
}
