import type { ComponentType } from 'react';
import { lazyPart } from '../../parts/lazy-part.ts';
import type { IconName } from '../../parts/icons.ts';
import { t } from '../../words/index.ts';
import { LookPage } from './look-page.tsx';
import { ReadingPage } from './reading-page.tsx';
import { SessionList } from './session-list.tsx';
import { WritingPage } from './writing-page.tsx';

export type SettingsPage = {
  readonly id: string;
  readonly name: string;
  readonly icon: IconName;
  readonly Content: ComponentType;
  /** The content beside the form. */
  readonly Effect?: ComponentType;
};

const ProfilePage = lazyPart(() => import('./profile-page.tsx').then((module) => module.ProfilePage));
const ProfilePreview = lazyPart(() => import('./profile-page.tsx').then((module) => module.ProfilePreview));
const AccountPage = lazyPart(() => import('./account-page.tsx').then((module) => module.AccountPage));
const NotificationsPage = lazyPart(() =>
  import('./notifications-page.tsx').then((module) => module.NotificationsPage),
);
const MutedPage = lazyPart(() => import('./muted-page.tsx').then((module) => module.MutedPage));
const UploadsPage = lazyPart(() => import('./uploads-page.tsx').then((module) => module.UploadsPage));

/** Pages of the settings, in the order of the menu. */
export function settingsPages(): readonly SettingsPage[] {
  return [
    { id: 'profile', name: t('Profile'), icon: 'person', Content: ProfilePage, Effect: ProfilePreview },
    { id: 'account', name: t('Account'), icon: 'key', Content: AccountPage },
    { id: 'writing', name: t('Writing'), icon: 'text', Content: WritingPage },
    { id: 'reading', name: t('Reading'), icon: 'book', Content: ReadingPage },
    { id: 'notifications', name: t('Notifications'), icon: 'bell', Content: NotificationsPage },
    { id: 'look', name: t('Look'), icon: 'look', Content: LookPage },
    { id: 'sessions', name: t('Devices'), icon: 'device', Content: SessionList },
    { id: 'muted', name: t('Muted and snippets'), icon: 'mute', Content: MutedPage },
    { id: 'uploads', name: t('Uploads'), icon: 'clip', Content: UploadsPage },
  ];
}
