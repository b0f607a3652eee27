import { Fragment, useLayoutEffect, type ReactElement } from 'react';
import {
  Dialog,
  Header,
  Menu as AriaMenu,
  MenuItem,
  MenuSection,
  Modal,
  ModalOverlay,
  Popover,
  Separator,
} from 'react-aria-components';
import { AriaWords } from './aria-words.tsx';
import { useHistoryLayer } from './history-layers.ts';
import { Icon } from './icon.tsx';
import { ignoreRestingFinger } from './resting-finger.ts';
import type { MenuEntry, MenuGroup, MenuProps } from './surface-props.ts';
import { PHONE_QUERY, useMedia } from './use-media.ts';
import optionStyles from './option.module.css';
import sheet from './sheet.module.css';
import styles from './menu-surface.module.css';

/** Menus open on a key press as well, so the focus belongs to their first entry. */
const FOCUS_FIRST = { autoFocus: 'first' } as const;

export function MenuSurface(props: MenuProps): ReactElement {
  const isPhone = useMedia(PHONE_QUERY);
  useLayoutEffect(ignoreRestingFinger, []);
  useHistoryLayer(props.onClose);
  const onOpenChange = (isOpen: boolean): void => {
    if (!isOpen) props.onClose();
  };
  if (isPhone)
    return (
      <AriaWords>
        <ModalOverlay className={sheet['scrim'] ?? ''} isOpen isDismissable onOpenChange={onOpenChange}>
          <Modal className={`${styles['menu']} ${sheet['surface']}`}>
            <Dialog aria-label={props.label} className={sheet['body'] ?? ''}>
              <div className={sheet['grab']} />
              {props.sheetHead}
              <Entries {...props} />
            </Dialog>
          </Modal>
        </ModalOverlay>
      </AriaWords>
    );
  return (
    <AriaWords>
      <Popover
        className={styles['menu'] ?? ''}
        aria-label={props.label}
        isOpen
        triggerRef={props.anchor}
        placement={props.placement ?? 'bottom end'}
        offset={4}
        onOpenChange={onOpenChange}
      >
        <Entries {...props} />
      </Popover>
    </AriaWords>
  );
}

function Entries({ label, groups, onClose }: MenuProps): ReactElement {
  const filled = groups.filter((group) => group.entries.length > 0);
  return (
    <AriaMenu
      aria-label={label}
      className={styles['list'] ?? ''}
      {...FOCUS_FIRST}
      onClose={onClose}
      onAction={(key) => {
        onClose();
        entryOf(filled, String(key))?.run();
      }}
    >
      {filled.map((group, index) => (
        <Fragment key={group.entries[0]?.id}>
          {index === 0 ? null : <Separator className={styles['line'] ?? ''} />}
          <Group group={group} />
        </Fragment>
      ))}
    </AriaMenu>
  );
}

function Group({ group }: { readonly group: MenuGroup }): ReactElement {
  const checked = group.entries.filter((entry) => entry.isChecked === true).map((entry) => entry.id);
  const isChoice = group.entries.some((entry) => entry.isChecked !== undefined);
  const label = group.title === undefined ? { 'aria-label': group.entries[0]?.label ?? '' } : {};
  return (
    <MenuSection
      {...label}
      {...(isChoice ? { selectionMode: 'single', selectedKeys: checked, disallowEmptySelection: true } : {})}
    >
      {group.title === undefined ? null : (
        <Header className={optionStyles['heading'] ?? ''}>{group.title}</Header>
      )}
      {group.entries.map((entry) => (
        <Entry key={entry.id} entry={entry} />
      ))}
    </MenuSection>
  );
}

/** All that is seen of an entry is its accessible name, the key as well. */
function Entry({ entry }: { readonly entry: MenuEntry }): ReactElement {
  const icon = entry.isChecked === true ? 'check' : entry.icon;
  return (
    <MenuItem
      id={entry.id}
      textValue={entry.label}
      className={
        entry.isDanger === true
          ? `${optionStyles['option']} ${optionStyles['danger']}`
          : (optionStyles['option'] ?? '')
      }
      isDisabled={entry.isDisabled ?? false}
    >
      {icon === undefined ? <span className={styles['gap']} /> : <Icon name={icon} />}
      <span>{entry.label}</span>
      {entry.meta === undefined ? null : <span className={optionStyles['meta']}>{entry.meta}</span>}
      {entry.shortcut === undefined ? null : <kbd>{entry.shortcut}</kbd>}
    </MenuItem>
  );
}

function entryOf(groups: readonly MenuGroup[], id: string): MenuEntry | undefined {
  return groups.flatMap((group) => group.entries).find((entry) => entry.id === id);
}
