import { useMemo, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { hideUserCard, type UserCardTarget } from '../../parts/user-card-store.ts';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { usePanel } from '../../screen/panel-store.ts';
import { userName } from '../../screen/titles.ts';
import { UserCardBody } from './user-card-body.tsx';

/** The card of a user. */
export function UserCard({ target }: { readonly target: UserCardTarget }): ReactElement {
  const { userId } = target;
  const { chat, go } = useChatScreen();
  const { open } = usePanel();
  const name = useSelect(chat.state, (state) => userName(state, userId));
  const anchor = useMemo(() => ({ current: target.anchor }), [target]);
  const userIds = userId === chat.selfId ? [] : [userId];
  return (
    <Popover label={name} anchor={anchor} placement="right top" className="card-pop" onClose={hideUserCard}>
      <UserCardBody userId={userId} />
      <div className="prof-acts">
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
            open({ kind: 'user', userId });
          }}
        >
          <Icon name="person" />
          {t('Profile')}
        </button>
      </div>
    </Popover>
  );
}
