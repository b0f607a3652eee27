import type { Role } from '@parley/contract/primitives.ts';
import type { Tx } from '../db/tx.ts';
import { badRequest, Problem } from '../problem.ts';
import { isLastOwner } from './last-owner.ts';
import { isAdministrator, isGuest, isOwner, type PersonRow } from './person.ts';

/** Refuses a role that one account may not give another, or that the other cannot take. */
export const checkRole = async (tx: Tx, me: PersonRow, person: PersonRow, role: Role): Promise<void> => {
  if ((role === 100 || isOwner(person)) && !isOwner(me))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only owners make and unmake owners.');
  if (!isAdministrator(me))
    throw new Problem('UNAUTHORIZED_PRINCIPAL', 'Only an organization administrator may do this.');
  if (await isLastOwner(tx, person)) throw badRequest('The only owner must stay one.');
  if (isGuest(person) && isAdministrator({ role }))
    throw badRequest('A guest cannot become an administrator.');
};
