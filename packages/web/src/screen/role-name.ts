import { t } from '../words/index.ts';

/** Word for the number of a role. */
export function roleName(role: number): string {
  switch (role) {
    case 100:
      return t('Owner');
    case 200:
      return t('Administrator');
    case 300:
      return t('Moderator');
    case 600:
      return t('Guest');
    default:
      return t('Member');
  }
}
