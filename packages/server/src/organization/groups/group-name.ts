import { limits } from '@parley/contract/limits.ts';
import { lengthOf } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';

/** What mentions of users, roles and channels begin with. */
const TAKEN_BEGINNINGS = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/** Refuses what cannot be the name of a group. */
export function checkGroupName(name: string): void {
  if (name.trim() === '') throw badRequest('A group needs a name.');
  if (lengthOf(name) > limits.groupNameLength) throw badRequest('The name of the group is too long.');
  const taken = TAKEN_BEGINNINGS.find((beginning) => name.startsWith(beginning));
  if (taken !== undefined) throw badRequest(`The name of a group cannot begin with '${taken}'.`);
}
