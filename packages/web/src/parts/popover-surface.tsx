import type { ReactElement } from 'react';
import { Dialog, Modal, ModalOverlay, Popover as AriaPopover } from 'react-aria-components';
import { AriaWords } from './aria-words.tsx';
import { useHistoryLayer } from './history-layers.ts';
import type { PopoverProps } from './surface-props.ts';
import { PHONE_QUERY, useMedia } from './use-media.ts';
import sheet from './sheet.module.css';
import popover from './popover.module.css';

export function PopoverSurface(props: PopoverProps): ReactElement {
  const isPhone = useMedia(PHONE_QUERY);
  const { label, anchor, placement = 'bottom start', className = '', children, onClose } = props;
  useHistoryLayer(onClose);
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) onClose();
  };
  if (isPhone)
    return (
      <AriaWords>
        <ModalOverlay className={sheet['scrim'] ?? ''} isOpen isDismissable onOpenChange={onOpenChange}>
          <Modal className={`${popover['popover']} ${sheet['surface']} ${className}`}>
            <Dialog aria-label={label} className={sheet['body'] ?? ''}>
              <div className={sheet['grab']} />
              {children}
            </Dialog>
          </Modal>
        </ModalOverlay>
      </AriaWords>
    );
  return (
    <AriaWords>
      <AriaPopover
        className={`${popover['popover']} ${className}`}
        isOpen
        triggerRef={anchor}
        placement={placement}
        offset={4}
        onOpenChange={onOpenChange}
      >
        <Dialog aria-label={label} className={popover['body'] ?? ''}>
          {children}
        </Dialog>
      </AriaPopover>
    </AriaWords>
  );
}
