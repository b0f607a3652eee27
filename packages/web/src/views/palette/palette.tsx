import { flushSync } from 'react-dom';
import { useState, type KeyboardEvent, type ReactElement } from 'react';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { PHONE_QUERY, useMedia } from '../../parts/use-media.ts';
import { Marked } from '../../parts/marked.tsx';
import { Dialog } from '../../parts/dialog.tsx';
import { Picture } from '../../parts/picture.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { joinChannel } from '../../screen/join-and-leave.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { t } from '../../words/index.ts';
import { commandOf } from '../../keys/commands.ts';
import { strokeText } from '../../keys/stroke-text.ts';
import { findPaletteItems, type PaletteItem } from './palette-items.ts';
import { useDispatcher } from '../../keys/use-command.ts';
import styles from './palette.module.css';
import optionStyles from '../../parts/option.module.css';
import dialog from '../../parts/dialog-surface.module.css';

export type PaletteProps = {
  /** Text of the field at first, such as `#` for channels alone. */
  readonly start?: string;
  readonly onClose: () => void;
};

/** Finds conversations, users and actions by a few letters. */
export function Palette({ start = '', onClose }: PaletteProps): ReactElement {
  const { chat, go } = useChatScreen();
  const dispatcher = useDispatcher();
  const hasKeys = !useMedia(PHONE_QUERY);
  const [typed, setTyped] = useState(start);
  const [chosen, setChosen] = useState(0);
  const { conversations, others, actions } = findPaletteItems(chat, dispatcher, typed, hasKeys);
  const items = [...conversations, ...others, ...actions];
  const hasSearch = typed !== '' && !/^[#@>›]/.test(typed);
  const count = items.length + (hasSearch ? 1 : 0);
  const current = Math.min(chosen, count - 1);

  const search = (): void => {
    go({
      view: 'messages',
      narrow: { kind: 'search', terms: [{ operator: 'search', operand: typed.trim() }] },
    });
  };
  const open = (index: number): void => {
    const target = items[index]?.target;
    // The dialog gives the focus back first, so that a command acts on what had it.
    flushSync(onClose);
    if (target === undefined) search();
    else if ('place' in target) go(target.place);
    else dispatcher.run(target.command);
  };
  const join = (item: PaletteItem | undefined): void => {
    if (item?.joins !== undefined) void joinChannel(chat, item.joins);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0;
    if (step !== 0 && count > 0) setChosen((current + step + count) % count);
    else if (event.key === 'Enter' && !event.nativeEvent.isComposing && count > 0) {
      if (event.shiftKey) join(items[current]);
      open(current);
    } else return;
    event.preventDefault();
  };
  const option = (index: number) => ({
    id: `palette-${index}`,
    isChosen: index === current,
    open: () => open(index),
    choose: () => setChosen(index),
  });

  return (
    <Dialog title={t('Go to or do')} isBare isAtTop onClose={onClose} size="medium">
      <div className={styles['palette']}>
        <div className={styles['head']}>
          <Icon name="search" />
          <input
            // The dialog may come later than this component.
            // oxlint-disable-next-line jsx-a11y/no-autofocus -- the user asked for the palette
            autoFocus
            role="combobox"
            aria-label={t('Go to or do')}
            aria-expanded="true"
            aria-controls="palette-list"
            aria-activedescendant={count > 0 ? `palette-${current}` : undefined}
            autoComplete="off"
            spellCheck={false}
            enterKeyHint="go"
            value={typed}
            onChange={(event) => {
              setTyped(event.target.value);
              setChosen(0);
            }}
            onKeyDown={onKeyDown}
          />
          {hasKeys ? (
            <button type="button" className={`key ${styles['close']}`} onClick={onClose}>
              {t('Esc')}
            </button>
          ) : (
            <IconButton icon="x" label={t('Close')} onClick={onClose} />
          )}
        </div>
        <div className={styles['list']} role="listbox" id="palette-list" aria-label={t('Results')}>
          <Group label={t('Conversations')} items={conversations} first={0} option={option} />
          <Group
            label={t('Channels you have not joined')}
            items={others}
            first={conversations.length}
            option={option}
            isQuiet
          />
          <Group
            label={t('Actions')}
            items={actions}
            first={conversations.length + others.length}
            option={option}
          />
          {count === 0 ? <p className={styles['none']}>{t('Nothing found.')}</p> : null}
          {hasSearch ? (
            <Option {...option(items.length)} meta={hasKeys ? strokeText('/') : ''}>
              <Icon name="search" />
              <span className={optionStyles['words']}>
                <span>{t('Search all messages for “{text}”', { text: typed })}</span>
              </span>
            </Option>
          ) : null}
        </div>
        <div className={`${dialog['foot']} ${styles['foot']}`} aria-hidden="true">
          <span>
            {t('Type')} <b>#</b> {t('channels')}
          </span>
          <span>
            <b>@</b> {t('people')}
          </span>
          <span>
            <b>›</b> {t('actions')}
          </span>
          <span className={styles['end']}>{t('↑ ↓ choose, Enter opens')}</span>
        </div>
      </div>
    </Dialog>
  );
}

type OptionProps = {
  readonly id: string;
  readonly isChosen: boolean;
  readonly open: () => void;
  readonly choose: () => void;
};

function Group(props: {
  readonly label: string;
  readonly items: readonly PaletteItem[];
  readonly first: number;
  readonly option: (index: number) => OptionProps;
  readonly isQuiet?: boolean;
}): ReactElement | null {
  if (props.items.length === 0) return null;
  return (
    <div role="group" aria-label={props.label}>
      <div className={optionStyles['heading']} role="presentation">
        {props.label}
      </div>
      {props.items.map((item, at) => (
        <Option key={item.key} {...props.option(props.first + at)} meta={item.meta}>
          <ItemIcon item={item} />
          <span className={props.isQuiet === true ? `${optionStyles['words']} quiet` : optionStyles['words']}>
            <Marked text={item.label} ranges={item.ranges} />
            <span className="quiet">{item.hint}</span>
          </span>
        </Option>
      ))}
    </div>
  );
}

function Option(
  props: OptionProps & { readonly meta: string; readonly children: ReactElement | readonly ReactElement[] },
): ReactElement {
  return (
    // The field keeps the focus and handles the keys of the list.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      className={optionStyles['option']}
      role="option"
      id={props.id}
      aria-selected={props.isChosen}
      onClick={props.open}
      onPointerMove={props.isChosen ? undefined : props.choose}
    >
      {props.children}
      <span className={optionStyles['meta']}>{props.meta}</span>
    </div>
  );
}

function ItemIcon({ item }: { readonly item: PaletteItem }): ReactElement {
  if (item.kind === 'user') return <Picture userId={item.subject} name={item.label} size={20} />;
  if (item.kind === 'command' && 'command' in item.target)
    return <Icon name={commandOf(item.target.command).icon ?? 'right'} />;
  return <ChannelIcon channelId={item.subject} />;
}
