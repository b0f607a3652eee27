import { lazyPart } from '../../parts/lazy-part.ts';
import { t } from '../../words/index.ts';
import type { SettingsPage } from '../settings/settings-page.ts';
import { MessagesPage } from './messages-page.tsx';
import { ProfilePage } from './profile-page.tsx';

const PeoplePage = lazyPart(() => import('./people/people-page.tsx').then((module) => module.PeoplePage));
const InvitationsPage = lazyPart(() =>
  import('./invitations-page.tsx').then((module) => module.InvitationsPage),
);
const PermissionsPage = lazyPart(() =>
  import('./permissions/permissions-page.tsx').then((module) => module.PermissionsPage),
);
const MayThey = lazyPart(() => import('./permissions/may-they.tsx').then((module) => module.MayThey));
const SignInPage = lazyPart(() => import('./sign-in-page.tsx').then((module) => module.SignInPage));
const DefaultsPage = lazyPart(() => import('./defaults-page.tsx').then((module) => module.DefaultsPage));

/** Pages of the organization, in the order of the menu. */
export function organizationPages(): readonly SettingsPage[] {
  return [
    { id: 'profile', name: t('Profile'), icon: 'globe', Content: ProfilePage },
    {
      id: 'people',
      name: t('People'),
      icon: 'people',
      Content: PeoplePage,
      isWide: true,
      beginsGroup: true,
    },
    { id: 'invitations', name: t('Invitations'), icon: 'mail', Content: InvitationsPage },
    {
      id: 'permissions',
      name: t('Permissions'),
      icon: 'shield',
      Content: PermissionsPage,
      Effect: MayThey,
      effectName: t('May they?'),
      keepsEffect: true,
      isWide: true,
      beginsGroup: true,
    },
    { id: 'messages', name: t('Messages'), icon: 'text', Content: MessagesPage },
    { id: 'sign-in', name: t('Sign-in'), icon: 'key', Content: SignInPage },
    { id: 'defaults', name: t('Defaults'), icon: 'sliders', Content: DefaultsPage },
  ];
}
