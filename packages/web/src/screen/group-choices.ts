import type { State } from '@parley/client';

/** Values that a permission accepts. */
type Accepted = NonNullable<State['server_supported_permission_settings']>['realm'][string];

export type NamedGroup = { readonly id: number; readonly name: string };

/** Groups that a permission can be given to. */
export type GroupChoices = {
  /** Groups of roles. */
  readonly roles: readonly NamedGroup[];
  /** Groups that people made. */
  readonly named: readonly NamedGroup[];
};

/** Groups that can hold a permission; `nameOf` turns names such as `role:members` into words. */
export function groupChoices(
  state: Pick<State, 'realm_user_groups'>,
  accepted: Accepted | undefined,
  nameOf: (name: string) => string,
): GroupChoices {
  const all = (state.realm_user_groups ?? []).filter(({ deactivated }) => !deactivated);
  const only = accepted?.allowed_system_groups ?? [];
  const roles = all.filter(
    ({ is_system_group: isRole, name }) =>
      isRole &&
      name !== 'role:internet' &&
      (name !== 'role:everyone' || accepted?.allow_everyone_group !== false) &&
      (name !== 'role:nobody' || accepted?.allow_nobody_group !== false) &&
      (only.length === 0 || only.includes(name)),
  );
  const named = accepted?.require_system_group === true ? [] : all.filter((group) => !group.is_system_group);
  return {
    roles: roles.map(({ id, name }) => ({ id, name: nameOf(name) })),
    named: named.map(({ id, name }) => ({ id, name })),
  };
}
