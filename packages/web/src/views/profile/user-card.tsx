import { useMemo, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { hideUserCard, type UserCardTarget } from '../../parts/user-card-store.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { openPanel } from '../../screen/panel-store.ts';
import { userName } from '../../screen/titles.ts';
import { UserCardBody } from './user-card-body.tsx';
import { userMenu } from './user-menu.ts';
import { UserTies } from './user-ties.tsx';
import card from './user-card.module.css';

/** The card of a user. */
export function UserCard({ target }: { readonly target: UserCardTarget }): ReactElement {
  const { userId } = target;
  const screen = useChatScreen();
  const { chat, go } = screen;
  const name = useSelect(chat.state, (state) => userName(state, userId));
  const isMuted = useSelect(
    chat.state,
    (state) => state.muted_users?.some(({ id }) => id === userId) === true,
  );
  const anchor = useMemo(() => ({ current: target.anchor }), [target]);
  const userIds = userId === chat.selfId ? [] : [userId];
  return (
    <Popover
      label={name}
      anchor={anchor}
      placement="right top"
      className={card['card']}
      onClose={hideUserCard}
    >
      <UserCardBody userId={userId} />
      <UserTies userId={userId} anchor={target.anchor} />
      {isMuted ? (
        <p className={`${card['status']} quiet`}>{t('You have muted this person. They are not told.')}</p>
      ) : null}
      <div className={card['actions']}>
        <button
          type="button"
          className="btn grow"
          onClick={() => {
            hideUserCard();
            go({ view: 'messages', narrow: { kind: 'direct', userIds } });
          }}
        >
          <Icon name="mail" />
          {t('Message')}
        </button>
        <button
          type="button"
          className="btn grow"
          onClick={() => {
            hideUserCard();
            openPanel({ kind: 'user', userId });
          }}
        >
          <Icon name="person" />
          {t('Profile')}
        </button>
        {userId === chat.selfId ? null : (
          <MenuButton
            label={t('More about this person')}
            groups={() => userMenu(screen, userId, hideUserCard)}
          >
            <Icon name="dots" />
          </MenuButton>
        )}
      </div>
    </Popover>
  );
}
