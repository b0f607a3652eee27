import type { ReactElement } from 'react';
import { useDispatcher } from '../../keys/use-command.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { OrganizationMark } from '../../screen/organization-mark.tsx';
import { organizationMenu } from '../menus/load-menus.ts';
import menu from './organization-menu.module.css';

/** The name of the organization, and what concerns it. */
export function OrganizationMenu(): ReactElement {
  const screen = useChatScreen();
  const { chat } = screen;
  const dispatcher = useDispatcher();
  const name = useSelect(chat.state, (state) => state.realm_name ?? '');
  const iconUrl = useSelect(chat.state, (state) =>
    state.realm_icon_source === 'U' ? state.realm_icon_url : undefined,
  );
  return (
    <MenuButton
      label={t('Organization menu')}
      hasText
      className={menu['organization']}
      placement="bottom start"
      groups={() => organizationMenu(screen, (id) => dispatcher.run(id))}
    >
      <OrganizationMark name={name} iconUrl={iconUrl} />
      <bdi className="clip">{name}</bdi>
      <Icon name="down" isSmall />
    </MenuButton>
  );
}
