import type { ReactElement } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../words/index.ts';
import type { DialogProps } from './surface-props.ts';
import { AriaWords } from './aria-words.tsx';
import { useHistoryLayer } from './history-layers.ts';
import { IconButton } from './icon-button.tsx';
import styles from './dialog-surface.module.css';

const SIZES = { small: styles['small'], medium: styles['medium'], large: styles['large'] };

export function DialogSurface(props: DialogProps): ReactElement {
  const { title, isBare = false, size = 'small', isAtTop = false, children, foot, onClose } = props;
  useHistoryLayer(onClose);
  return (
    <AriaWords>
      <ModalOverlay
        className={isAtTop ? (styles['scrim'] ?? '') : `${styles['scrim']} ${styles['middle']}`}
        isOpen
        isDismissable
        onOpenChange={(isOpen) => {
          if (!isOpen) onClose();
        }}
      >
        <Modal className={`${styles['box']} ${SIZES[size]}`}>
          <AriaDialog className={styles['dialog'] ?? ''} {...(isBare ? { 'aria-label': title } : {})}>
            {isBare ? null : (
              <div className={styles['head']}>
                <Heading slot="title" level={2}>
                  {title}
                </Heading>
                <IconButton icon="x" label={t('Close')} onClick={onClose} />
              </div>
            )}
            {isBare ? children : <div className={styles['body']}>{children}</div>}
            {foot === undefined ? null : <div className={styles['foot']}>{foot}</div>}
          </AriaDialog>
        </Modal>
      </ModalOverlay>
    </AriaWords>
  );
}
