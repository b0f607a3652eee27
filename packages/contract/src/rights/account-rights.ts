import type { Refusal } from './refusal.ts';
import { isAdministrator, type WithRole } from './roles.ts';

/** Rules of an organization about changes of users to their own accounts. */
export type AccountRules = {
  readonly name_changes_disabled: boolean;
  readonly avatar_changes_disabled: boolean;
  readonly email_changes_disabled: boolean;
};

/** Why a user may not change the own name. */
export function refuseNameChange(
  user: WithRole,
  rules: Pick<AccountRules, 'name_changes_disabled'>,
): Refusal | undefined {
  return refuseDisabled(user, rules.name_changes_disabled, 'Name changes');
}

/** Why a user may not change the own picture. */
export function refuseAvatarChange(
  user: WithRole,
  rules: Pick<AccountRules, 'avatar_changes_disabled'>,
): Refusal | undefined {
  return refuseDisabled(user, rules.avatar_changes_disabled, 'Avatar changes');
}

/** Why a user may not change the own address. */
export function refuseEmailChange(
  user: WithRole,
  rules: Pick<AccountRules, 'email_changes_disabled'>,
): Refusal | undefined {
  return refuseDisabled(user, rules.email_changes_disabled, 'E-mail address changes');
}

/** Administrators may change what is disabled for others. */
function refuseDisabled(user: WithRole, isDisabled: boolean, changes: string): Refusal | undefined {
  if (!isDisabled || isAdministrator(user)) return undefined;
  return { reason: `${changes} are disabled in this organization.` };
}
