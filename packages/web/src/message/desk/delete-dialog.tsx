import type { Message } from '@parley/client';
import type { ReactElement } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { MessageContent } from '../../content/message-content.tsx';
import { useContentSettings } from '../../content/use-content-settings.ts';
import styles from './delete-dialog.module.css';

export type MessageDialogProps = {
  readonly message: Message;
  readonly onClose: () => void;
};

/** Deleting cannot be undone, so it is the one action that asks first. */
export function DeleteDialog({ message, onClose }: MessageDialogProps): ReactElement {
  const { actions } = useChat();
  const settings = useContentSettings();
  return (
    <Dialog
      title={t('Delete this message?')}
      size="small"
      onClose={onClose}
      foot={
        <>
          <button type="button" className="btn" onClick={onClose}>
            {t('Keep it')}
          </button>
          <button
            type="button"
            className="btn danger"
            // The user asked for the dialog to press this button.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onClick={() => {
              onClose();
              void actions.deleteMessage(message.id);
            }}
          >
            {t('Delete')}
          </button>
        </>
      }
    >
      <div className={styles['excerpt']}>
        <MessageContent html={message.content} settings={settings} />
      </div>
      <p className="quiet">{t('It disappears for all readers, and cannot be brought back.')}</p>
    </Dialog>
  );
}
