import { lazyPart } from '../../parts/lazy-part.ts';
import { t } from '../../words/index.ts';
import type { SettingsPage } from '../settings/settings-page.ts';
import { MessagesPage } from './messages-page.tsx';
import { ProfilePage } from './profile-page.tsx';

const PeoplePage = lazyPart(() => import('./people/people-page.tsx').then((module) => module.PeoplePage));
const InvitationsPage = lazyPart(() =>
  import('./invitations-page.tsx').then((module) => module.InvitationsPage),
);
const GroupsPage = lazyPart(() => import('./groups/groups-page.tsx').then((module) => module.GroupsPage));
const GroupPanel = lazyPart(() => import('./groups/group-panel.tsx').then((module) => module.GroupPanel));
const ChannelsPage = lazyPart(() =>
  import('./channels/channels-page.tsx').then((module) => module.ChannelsPage),
);
const PermissionsPage = lazyPart(() =>
  import('./permissions/permissions-page.tsx').then((module) => module.PermissionsPage),
);
const MayThey = lazyPart(() => import('./permissions/may-they.tsx').then((module) => module.MayThey));
const SignInPage = lazyPart(() => import('./sign-in-page.tsx').then((module) => module.SignInPage));
const DefaultsPage = lazyPart(() => import('./defaults-page.tsx').then((module) => module.DefaultsPage));

const IntegrationsPage = lazyPart(() =>
  import('./integrations/integrations-page.tsx').then((module) => module.IntegrationsPage),
);

const OverviewPage = lazyPart(() =>
  import('./overview/overview-page.tsx').then((module) => module.OverviewPage),
);
const EmojiPage = lazyPart(() => import('./emoji/emoji-page.tsx').then((module) => module.EmojiPage));
const LinkifiersPage = lazyPart(() =>
  import('./linkifiers/linkifiers-page.tsx').then((module) => module.LinkifiersPage),
);
const FieldsPage = lazyPart(() => import('./fields/fields-page.tsx').then((module) => module.FieldsPage));
const DataPage = lazyPart(() => import('./data/data-page.tsx').then((module) => module.DataPage));
const LogPage = lazyPart(() => import('./log/log-page.tsx').then((module) => module.LogPage));
const EntryPanel = lazyPart(() => import('./log/entry-panel.tsx').then((module) => module.EntryPanel));

/** Pages of the organization, in the order of the menu. */
export function organizationPages(): readonly SettingsPage[] {
  return [
    { id: 'overview', name: t('Overview'), icon: 'building', Content: OverviewPage, isWide: true },
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
      id: 'groups',
      name: t('Groups'),
      icon: 'person',
      Content: GroupsPage,
      Effect: GroupPanel,
      effectName: t('Group'),
      keepsEffect: true,
      isWide: true,
    },
    { id: 'channels', name: t('Channels'), icon: 'hash', Content: ChannelsPage, isWide: true },
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
    {
      id: 'integrations',
      name: t('Integrations'),
      icon: 'code',
      Content: IntegrationsPage,
      isWide: true,
      beginsGroup: true,
    },
    { id: 'emoji', name: t('Emoji'), icon: 'smile', Content: EmojiPage, isWide: true },
    { id: 'linkifiers', name: t('Linkifiers'), icon: 'link', Content: LinkifiersPage, isWide: true },
    { id: 'fields', name: t('Profile fields'), icon: 'listi', Content: FieldsPage, isWide: true },
    { id: 'data', name: t('Data'), icon: 'disk', Content: DataPage, isWide: true, beginsGroup: true },
    {
      id: 'log',
      name: t('Log'),
      icon: 'history',
      Content: LogPage,
      Effect: EntryPanel,
      effectName: t('Entry'),
      keepsEffect: true,
      isWide: true,
    },
  ];
}
