import type { ReactElement } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { firstLetterOf } from '../../parts/picture.tsx';
import type { MenuGroup } from '../../parts/surface-props.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../chat-context.ts';

/** The name of the organization, and what concerns it. */
export function OrganizationMenu(): ReactElement {
  const { chat, go } = useChatScreen();
  const dispatcher = useDispatcher();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const groups = (): MenuGroup[] => {
    const { is_admin: isAdmin = false, can_invite_others_to_realm: canInvite = false } = chat.state.get();
    const page = (at: string) => () => go({ view: 'settings', page: at });
    return [
      {
        entries: [
          { id: 'channels', label: t('All channels'), icon: 'hash', run: page('channels') },
          { id: 'people', label: t('People'), icon: 'people', run: page('people') },
          ...(canInvite
            ? [{ id: 'invite', label: t('Invite people'), icon: 'mail', run: page('invite') } as const]
            : []),
        ],
      },
      {
        entries: [
          ...(isAdmin
            ? [
                {
                  id: 'organization',
                  label: t('Organization settings'),
                  icon: 'shield',
                  run: page('organization'),
                } as const,
              ]
            : []),
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
  };
  return (
    <MenuButton
      label={t('Organization menu')}
      hasText
      className="org"
      placement="bottom start"
      groups={groups}
    >
      <span className="mark" aria-hidden="true">
        {firstLetterOf(name).toUpperCase()}
      </span>
      <bdi className="clip">{name}</bdi>
      <Icon name="down" isSmall />
    </MenuButton>
  );
}
