import { expect, test } from 'vitest';
import { refuseAvatarChange, refuseEmailChange, refuseNameChange } from './account-rights.ts';
import { roles } from './roles.ts';

const changes = [
  [
    'Name changes',
    (role: number, name_changes_disabled: boolean) => refuseNameChange({ role }, { name_changes_disabled }),
  ],
  [
    'Avatar changes',
    (role: number, avatar_changes_disabled: boolean) =>
      refuseAvatarChange({ role }, { avatar_changes_disabled }),
  ],
  [
    'E-mail address changes',
    (role: number, email_changes_disabled: boolean) =>
      refuseEmailChange({ role }, { email_changes_disabled }),
  ],
] as const;

test.each(changes)('%s that are disabled are left to administrators', (name, refuse) => {
  for (const role of Object.values(roles)) {
    expect(refuse(role, false)).toBeUndefined();
    const refusal = { reason: `${name} are disabled in this organization.` };
    expect(refuse(role, true)).toEqual(role <= roles.administrator ? undefined : refusal);
  }
});
