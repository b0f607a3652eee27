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
    {
      id: 'overview',
      name: t('Overview'),
      icon: 'building',
      Content: OverviewPage,
      guide: 'organization',
      isWide: true,
    },
    {
      id: 'profile',
      name: t('Profile'),
      icon: 'globe',
      Content: ProfilePage,
      guide: 'organization#profile-of-the-organization',
    },
    {
      id: 'people',
      name: t('People'),
      icon: 'people',
      Content: PeoplePage,
      guide: 'roles',
      isWide: true,
      beginsGroup: true,
    },
    { id: 'invitations', name: t('Invitations'), icon: 'mail', Content: InvitationsPage, guide: 'invite' },
    {
      id: 'groups',
      name: t('Groups'),
      icon: 'person',
      Content: GroupsPage,
      guide: 'groups',
      Effect: GroupPanel,
      effectName: t('Group'),
      keepsEffect: true,
      isWide: true,
    },
    {
      id: 'channels',
      name: t('Channels'),
      icon: 'hash',
      Content: ChannelsPage,
      guide: 'manage-channels',
      isWide: true,
    },
    {
      id: 'permissions',
      name: t('Permissions'),
      icon: 'shield',
      Content: PermissionsPage,
      guide: 'permissions',
      Effect: MayThey,
      effectName: t('May they?'),
      keepsEffect: true,
      isWide: true,
      beginsGroup: true,
    },
    { id: 'messages', name: t('Messages'), icon: 'text', Content: MessagesPage, guide: 'message-rules' },
    { id: 'sign-in', name: t('Sign-in'), icon: 'key', Content: SignInPage, guide: 'sign-in' },
    { id: 'defaults', name: t('Defaults'), icon: 'sliders', Content: DefaultsPage, guide: 'defaults' },
    {
      id: 'integrations',
      name: t('Integrations'),
      icon: 'code',
      Content: IntegrationsPage,
      guide: 'integrations',
      isWide: true,
      beginsGroup: true,
    },
    { id: 'emoji', name: t('Emoji'), icon: 'smile', Content: EmojiPage, guide: 'emoji', isWide: true },
    {
      id: 'linkifiers',
      name: t('Linkifiers'),
      icon: 'link',
      Content: LinkifiersPage,
      guide: 'linkifiers',
      isWide: true,
    },
    {
      id: 'fields',
      name: t('Profile fields'),
      icon: 'listi',
      Content: FieldsPage,
      guide: 'profile-fields',
      isWide: true,
    },
    {
      id: 'data',
      name: t('Data'),
      icon: 'disk',
      Content: DataPage,
      guide: 'retention',
      isWide: true,
      beginsGroup: true,
    },
    {
      id: 'log',
      name: t('Log'),
      icon: 'history',
      Content: LogPage,
      guide: 'log',
      Effect: EntryPanel,
      effectName: t('Entry'),
      keepsEffect: true,
      isWide: true,
    },
  ];
}
