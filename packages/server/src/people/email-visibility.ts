import type { Role } from '@parley/contract/primitives.ts';
import type { PersonRow } from './person.ts';

export const ALL_ROLES: readonly Role[] = [100, 200, 300, 400, 600];

const seeing: Readonly<Record<number, readonly Role[]>> = {
  1: ALL_ROLES,
  2: [100, 200, 300, 400],
  3: [100, 200],
  4: [],
  5: [100, 200, 300],
};

/** The roles that see the real address of somebody with this setting. */
export const rolesSeeing = (visibility: number): readonly Role[] => seeing[visibility] ?? [];

/** The settings under which a role sees real addresses. */
export const visibleTo = (role: number): number[] =>
  Object.keys(seeing)
    .map(Number)
    .filter((visibility) => rolesSeeing(visibility).some((seer) => seer === role));

type Looker = Pick<PersonRow, 'id' | 'role'>;
type Shown = Pick<PersonRow, 'id' | 'email_visibility' | 'bot_type'>;

export const seesAddress = (looker: Looker, person: Shown): boolean =>
  looker.id === person.id ||
  person.bot_type !== null ||
  rolesSeeing(person.email_visibility).some((role) => role === looker.role);
