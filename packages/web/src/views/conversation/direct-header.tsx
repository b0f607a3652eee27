import type { ReactElement } from 'react';
import { userById } from '../../data/derived/users.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { useWatched } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { BackButton } from '../back-button.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { PanelButton } from '../panel/panel-button.tsx';
import { openPanel } from '../../screen/panel-store.ts';
import { StatusText, useStatus } from '../you/status-text.tsx';
import { directName } from '../../screen/titles.ts';
import { conversationMenu, userMenu } from '../menus/load-menus.ts';
import { DirectPicture } from '../../screen/user-picture.tsx';
import sender from '../../message/sender-line.module.css';

/** The users of a direct conversation; of a single one the status too. */
export function DirectHeader({ userIds }: { readonly userIds: readonly number[] }): ReactElement {
  const screen = useChatScreen();
  const { chat } = screen;
  const state = useWatched(chat.state);
  const [first = chat.selfId, ...others] = userIds;
  const only = others.length === 0 ? first : undefined;
  const status = useStatus(only ?? -1);
  const isBot = only !== undefined && userById(state).get(only)?.is_bot === true;
  return (
    <header className="top has-back">
      <div className="wrap">
        <BackButton />
        <div className="title one-line">
          <DirectPicture userIds={userIds} size={24} />
          <h1>
            <bdi>{directName(state, userIds)}</bdi>
          </h1>
          {isBot ? <span className={sender['tag']}>{t('bot')}</span> : null}
        </div>
        {status === undefined ? null : (
          <span className={`quiet clip desk-only ${sender['status']}`}>
            <StatusText status={status} />
          </span>
        )}
        <div className="acts">
          <PanelButton />
          <MenuButton
            label={t('Conversation menu')}
            groups={async () => [
              {
                entries: [
                  {
                    id: 'profile',
                    label: only === undefined ? t('People') : t('Profile'),
                    icon: only === undefined ? 'people' : 'person',
                    run: () => openPanel({ kind: 'place' }),
                  },
                ],
              },
              ...(await conversationMenu(screen, { kind: 'direct', userIds })),
              ...(only === undefined ? [] : await userMenu(screen, only)),
            ]}
          >
            <Icon name="dots" />
          </MenuButton>
        </div>
      </div>
    </header>
  );
}
