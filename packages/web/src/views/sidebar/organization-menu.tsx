import type { ReactElement } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import type { MenuGroup } from '../../parts/surface-props.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { beginChannel } from '../../screen/creation-store.ts';
import { OrganizationMark } from '../../screen/organization-mark.tsx';

/** The name of the organization, and what concerns it. */
export function OrganizationMenu(): ReactElement {
  const { chat, go } = useChatScreen();
  const dispatcher = useDispatcher();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const iconUrl = useSelect(chat.state, (state) =>
    state.realm_icon_source === 'U' ? state.realm_icon_url : undefined,
  );
  const groups = (): MenuGroup[] => [
    {
      entries: [
        {
          id: 'invite',
          label: t('Invite people'),
          icon: 'person',
          shortcut: 'G V',
          run: () => void dispatcher.run('invite'),
        },
        {
          id: 'channels',
          label: t('All channels'),
          icon: 'hash',
          shortcut: 'G H',
          run: () => go({ view: 'channels', list: 'all' }),
        },
        ...(chat.state.get().can_create_streams === true
          ? [
              {
                id: 'new-channel',
                label: t('Create a channel'),
                icon: 'plus' as const,
                shortcut: 'G N',
                run: () => beginChannel(),
              },
            ]
          : []),
        {
          id: 'settings',
          label: t('Settings'),
          icon: 'sliders',
          run: () => go({ view: 'settings', page: '' }),
        },
        {
          id: 'keys',
          label: t('Keyboard'),
          icon: 'key',
          shortcut: '?',
          run: () => void dispatcher.run('keys'),
        },
      ],
    },
  ];
  return (
    <MenuButton
      label={t('Organization menu')}
      hasText
      className="org"
      placement="bottom start"
      groups={groups}
    >
      <OrganizationMark name={name} iconUrl={iconUrl} />
      <bdi className="clip">{name}</bdi>
      <Icon name="down" isSmall />
    </MenuButton>
  );
}
