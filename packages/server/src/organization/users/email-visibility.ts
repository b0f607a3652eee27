import type { Role } from '@parley/contract/primitives.ts';
import type { UserRow } from '../../http/actor.ts';

export const ALL_ROLES: readonly Role[] = [100, 200, 300, 400, 600];

const seeing: Readonly<Record<number, readonly Role[]>> = {
  1: ALL_ROLES,
  2: [100, 200, 300, 400],
  3: [100, 200],
  4: [],
  5: [100, 200, 300],
};

/** The roles that see the real address of somebody with this setting. */
export function rolesSeeing(visibility: number): readonly Role[] {
  return seeing[visibility] ?? [];
}

/** The settings under which a role sees real addresses. */
export function visibleTo(role: number): number[] {
  return Object.keys(seeing)
    .map(Number)
    .filter((visibility) => rolesSeeing(visibility).some((seer) => seer === role));
}

type Looker = Pick<UserRow, 'id' | 'role'>;
type Shown = Pick<UserRow, 'id' | 'email_visibility' | 'bot_type'>;

export function seesAddress(looker: Looker, user: Shown): boolean {
  return (
    looker.id === user.id ||
    user.bot_type !== null ||
    rolesSeeing(user.email_visibility).some((role) => role === looker.role)
  );
}
