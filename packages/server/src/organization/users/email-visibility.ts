import type { Role } from '@parley/contract/primitives.ts';
import { roles } from '@parley/contract/rights/roles.ts';
import type { UserRow } from '../../http/actor.ts';

export const ALL_ROLES: readonly Role[] = Object.values(roles);

const rolesByVisibility: Readonly<Record<number, readonly Role[]>> = {
  1: ALL_ROLES,
  2: [roles.owner, roles.administrator, roles.moderator, roles.member],
  3: [roles.owner, roles.administrator],
  4: [],
  5: [roles.owner, roles.administrator, roles.moderator],
};

/** The roles that can see a real address with this `email_address_visibility`. */
export function rolesSeeing(visibility: number): readonly Role[] {
  return rolesByVisibility[visibility] ?? [];
}

/** The values of `email_address_visibility` that show the real address to a role. */
export function visibleTo(role: number): number[] {
  return Object.keys(rolesByVisibility)
    .map(Number)
    .filter((visibility) => rolesSeeing(visibility).some((viewerRole) => viewerRole === role));
}

type Viewer = Pick<UserRow, 'id' | 'role'>;
type Shown = Pick<UserRow, 'id' | 'email_visibility' | 'bot_type'>;

export function seesAddress(viewer: Viewer, user: Shown): boolean {
  return (
    viewer.id === user.id ||
    user.bot_type !== null ||
    rolesSeeing(user.email_visibility).some((role) => role === viewer.role)
  );
}
