import { limits } from '@parley/contract/limits.ts';
import { isLongerThan } from '@parley/contract/primitives.ts';
import { badRequest } from '../../engine/api-error.ts';

/** Prefixes used by mentions of users, roles and channels. */
const RESERVED_PREFIXES = ['@', 'role:', 'user:', 'stream:', 'channel:'];

/** Throws if the name of a group is invalid. */
export function checkGroupName(name: string): void {
  if (name.trim() === '') throw badRequest('The group name must not be empty.');
  if (isLongerThan(name, limits.groupNameLength))
    throw badRequest(`The group name is longer than ${limits.groupNameLength} characters.`);
  const reserved = RESERVED_PREFIXES.find((prefix) => name.startsWith(prefix));
  if (reserved !== undefined) throw badRequest(`The group name must not start with '${reserved}'.`);
}

/** Throws if a description is too long: every registration tells it. */
export function checkGroupDescription(description: string): void {
  if (isLongerThan(description, limits.groupDescriptionLength))
    throw badRequest(`The group description is longer than ${limits.groupDescriptionLength} characters.`);
}
