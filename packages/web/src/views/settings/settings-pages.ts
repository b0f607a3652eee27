import { lazyPart } from '../../parts/lazy-part.ts';
import { t } from '../../words/index.ts';
import { LookPage } from './look-page.tsx';
import { ReadingPage } from './reading-page.tsx';
import { SessionList } from './session-list.tsx';
import type { SettingsPage } from './settings-page.ts';
import { WritingPage } from './writing-page.tsx';

const ProfilePage = lazyPart(() => import('./profile-page.tsx').then((module) => module.ProfilePage));
const ProfilePreview = lazyPart(() => import('./profile-page.tsx').then((module) => module.ProfilePreview));
const AccountPage = lazyPart(() => import('./account-page.tsx').then((module) => module.AccountPage));
const NotificationsPage = lazyPart(() =>
  import('./notifications-page.tsx').then((module) => module.NotificationsPage),
);
const MutedPage = lazyPart(() => import('./muted-page.tsx').then((module) => module.MutedPage));
const OwnBotsPage = lazyPart(() => import('./bots/own-bots-page.tsx').then((module) => module.OwnBotsPage));
const ProgramsPage = lazyPart(() =>
  import('./programs/programs-page.tsx').then((module) => module.ProgramsPage),
);
const UploadsPage = lazyPart(() => import('./uploads-page.tsx').then((module) => module.UploadsPage));

/** Pages of the settings, in the order of the menu. */
export function settingsPages(): readonly SettingsPage[] {
  return [
    {
      id: 'profile',
      name: t('Profile'),
      icon: 'person',
      Content: ProfilePage,
      guide: 'profile',
      Effect: ProfilePreview,
      effectName: t('How others see you'),
    },
    { id: 'account', name: t('Account'), icon: 'key', Content: AccountPage, guide: 'account' },
    { id: 'writing', name: t('Writing'), icon: 'text', Content: WritingPage, guide: 'reading#writing' },
    { id: 'reading', name: t('Reading'), icon: 'book', Content: ReadingPage, guide: 'reading#reading' },
    {
      id: 'notifications',
      name: t('Notifications'),
      icon: 'bell',
      Content: NotificationsPage,
      guide: 'notifications',
    },
    { id: 'look', name: t('Look and language'), icon: 'look', Content: LookPage, guide: 'look' },
    { id: 'sessions', name: t('Devices'), icon: 'device', Content: SessionList, guide: 'account#devices' },
    {
      id: 'programs',
      name: t('Programs'),
      icon: 'code',
      Content: ProgramsPage,
      guide: 'programs',
      isWide: true,
    },
    { id: 'muted', name: t('Muted and snippets'), icon: 'mute', Content: MutedPage, guide: 'muted' },
    { id: 'uploads', name: t('Uploads'), icon: 'clip', Content: UploadsPage, guide: 'files#your-uploads' },
    { id: 'bots', name: t('Bots'), icon: 'bot', Content: OwnBotsPage, guide: 'bots' },
  ];
}
