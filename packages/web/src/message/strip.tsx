import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import styles from './strip.module.css';

/** Actions of the row under the pointer or with the focus. */
export function Strip({ message }: { readonly message: Message }): ReactElement {
  const chat = useChat();
  const isStarred = message.flags.includes('starred');
  return (
    <div className={styles['strip']} role="toolbar" aria-label={t('Message actions')}>
      <IconButton icon="smile" label={t('React')} shortcut=":" data-do="react" />
      <IconButton icon="reply" label={t('Reply')} shortcut="R" data-do="reply" />
      <IconButton
        icon="star"
        label={isStarred ? t('Remove the star') : t('Star')}
        shortcut="Ctrl S"
        aria-pressed={isStarred}
        onClick={() => void chat.actions.setStarred(message.id, !isStarred)}
      />
      <IconButton icon="dots" label={t('More actions')} shortcut="I" aria-haspopup="menu" data-do="actions" />
    </div>
  );
}
