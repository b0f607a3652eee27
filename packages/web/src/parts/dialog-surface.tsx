import type { ReactElement } from 'react';
import { Dialog as AriaDialog, Heading, Modal, ModalOverlay } from 'react-aria-components';
import { t } from '../words/index.ts';
import type { DialogProps } from './surface-props.ts';
import { useHistoryLayer } from './history-layers.ts';
import { IconButton } from './icon-button.tsx';

export function DialogSurface(props: DialogProps): ReactElement {
  const { title, isBare = false, size = 'small', isAtTop = false, children, foot, onClose } = props;
  useHistoryLayer(onClose);
  return (
    <ModalOverlay
      className={isAtTop ? 'scrim' : 'scrim mid'}
      isOpen
      isDismissable
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <Modal className={`dialog-box ${size}`}>
        <AriaDialog className="dialog" {...(isBare ? { 'aria-label': title } : {})}>
          {isBare ? null : (
            <div className="dh">
              <Heading slot="title" level={2}>
                {title}
              </Heading>
              <IconButton icon="x" label={t('Close')} onClick={onClose} />
            </div>
          )}
          {isBare ? children : <div className="db">{children}</div>}
          {foot === undefined ? null : <div className="df">{foot}</div>}
        </AriaDialog>
      </Modal>
    </ModalOverlay>
  );
}
