import { checkReadable } from '../channels/access-many.ts';
import { q, sql, type Reader } from '../db/sql.ts';
import { eyesOf } from '../people/access.ts';
import { refuseUnknownUsers } from '../people/find-person.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import type { CheckedDraft } from './content.ts';

/** Whom each draft is for, as it is stored: one channel, or the other people in ascending order. */
export const recipientsOf = async (
  reader: Reader,
  actor: Actor,
  drafts: readonly CheckedDraft[],
): Promise<number[][]> => {
  await checkReadable(reader, actor, idsOf(drafts, 'stream'));
  await checkPeople(reader, actor, idsOf(drafts, 'private'));
  return drafts.map((draft) => (draft.type === 'private' ? otherPeople(actor, draft.to) : [...draft.to]));
};

const idsOf = (drafts: readonly CheckedDraft[], type: CheckedDraft['type']): ReadonlySet<number> =>
  new Set(drafts.flatMap((draft) => (draft.type === type ? draft.to : [])));

const checkPeople = async (
  reader: Reader,
  { realm, person }: Actor,
  ids: ReadonlySet<number>,
): Promise<void> => {
  if (ids.size === 0) return;
  const sees = await eyesOf(reader, { realm, person }, ids);
  const found = await reader.all(
    q
      .selectFrom('person')
      .select(['id', 'bot_type', 'is_active'])
      .where('realm_id', '=', person.realm_id)
      // One array, because a list of parameters is bounded and a list of recipients is not.
      .where('id', '=', sql<number>`any(${[...ids]}::bigint[])`),
  );
  const seen = found.filter(sees);
  refuseUnknownUsers(new Map([...ids].map((id) => [id, id])), new Set(seen.map(({ id }) => id)));
  if (seen.some((recipient) => !recipient.is_active))
    throw badRequest('One of the recipients is deactivated.');
};

const otherPeople = ({ person }: Actor, ids: readonly number[]): number[] => {
  const others = ids.filter((id) => id !== person.id);
  return others.length === 0 ? [person.id] : others.toSorted((a, b) => a - b);
};
