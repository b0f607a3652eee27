import type { ReactElement } from 'react';
import type { Conversation } from '../../data/narrow/narrow.ts';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import { t } from '../../words/index.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { conversationMenu, postponeMenu, visibilityMenu } from '../menus/load-menus.ts';
import styles from './conversation-row.module.css';

export type RowActionsProps = {
  readonly conversation: Conversation;
  readonly isUnread: boolean;
  /** Only the current row has tab stops. */
  readonly isCurrent: boolean;
};

/** Actions of a row, shown under the pointer and with the focus. */
export function RowActions({ conversation, isUnread, isCurrent }: RowActionsProps): ReactElement | null {
  const screen = useChatScreen();
  const { chat } = screen;
  const tabIndex = isCurrent ? 0 : -1;
  if (screen.askForAccount !== undefined) return null;
  return (
    <span className={styles['actions']}>
      {isUnread ? (
        <IconButton
          icon="check"
          label={t('Mark as read')}
          shortcut="Shift E"
          data-act="done"
          tabIndex={tabIndex}
          onClick={() => void chat.actions.markConversationRead(conversation)}
        />
      ) : null}
      <span data-act="later">
        <MenuButton
          label={t('Remind me later')}
          shortcut="H"
          tabIndex={tabIndex}
          groups={() => postponeMenu(screen, conversation)}
        >
          <Icon name="later" />
        </MenuButton>
      </span>
      {conversation.kind === 'topic' ? (
        <span data-act="visibility">
          <MenuButton
            label={t('Mute or follow')}
            shortcut="Shift M"
            tabIndex={tabIndex}
            groups={() => visibilityMenu(screen, conversation.channelId, conversation.topic)}
          >
            <Icon name="mute" />
          </MenuButton>
        </span>
      ) : null}
      <span data-act="actions">
        <MenuButton
          label={t('More')}
          shortcut="I"
          tabIndex={tabIndex}
          groups={() => conversationMenu(screen, conversation)}
        >
          <Icon name="dots" />
        </MenuButton>
      </span>
    </span>
  );
}
