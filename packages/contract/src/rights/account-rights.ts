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
  if (!rules.name_changes_disabled || isAdministrator(user)) return undefined;
  return { reason: 'Name changes are disabled in this organization.' };
}

/** Why a user may not change the own picture. */
export function refuseAvatarChange(
  user: WithRole,
  rules: Pick<AccountRules, 'avatar_changes_disabled'>,
): Refusal | undefined {
  if (!rules.avatar_changes_disabled || isAdministrator(user)) return undefined;
  return { reason: 'Avatar changes are disabled in this organization.' };
}

/** Why a user may not change the own address. */
export function refuseEmailChange(
  user: WithRole,
  rules: Pick<AccountRules, 'email_changes_disabled'>,
): Refusal | undefined {
  if (!rules.email_changes_disabled || isAdministrator(user)) return undefined;
  return { reason: 'E-mail address changes are disabled in this organization.' };
}
