import { q, type Reader } from '../db/sql.ts';
import type { Actor } from '../people/person.ts';
import { badRequest } from '../problem.ts';
import type { CheckedDraft } from './content.ts';

/** Whom a draft is for, as it is stored: one channel, or the other people in ascending order. */
export const recipientsOf = async (reader: Reader, actor: Actor, draft: CheckedDraft): Promise<number[]> => {
  switch (draft.type) {
    case '':
      return [];
    case 'stream':
      // Channels come with the conversations; until then there is none that anybody could address.
      throw badRequest('There is no such channel.');
    case 'private':
      return otherPeople(reader, actor, draft.to);
  }
};

const otherPeople = async (reader: Reader, { person }: Actor, ids: readonly number[]): Promise<number[]> => {
  const found = await reader.all(
    q
      .selectFrom('person')
      .select(['id', 'is_active'])
      .where('realm_id', '=', person.realm_id)
      .where('id', 'in', [...ids]),
  );
  if (found.length < ids.length) throw badRequest('One of the recipients does not exist.');
  if (found.some((recipient) => !recipient.is_active))
    throw badRequest('One of the recipients is deactivated.');
  const others = found.map((recipient) => recipient.id).filter((id) => id !== person.id);
  return others.length === 0 ? [person.id] : others.toSorted((a, b) => a - b);
};
