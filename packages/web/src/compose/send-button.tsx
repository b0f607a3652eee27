import { Suspense, useState, type ReactElement } from 'react';
import { setEnterSends } from '../data/actions/own-actions.ts';
import type { Chat } from '../data/chat.ts';
import { now } from '../data/clock.ts';
import { Icon } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { MenuButton, useContextMenu } from '../parts/menu.tsx';
import type { MenuEntry, MenuGroup } from '../parts/surface-props.ts';
import { useSelect } from '../parts/use-cell.ts';
import { TOUCH_QUERY, useMedia } from '../parts/use-media.ts';
import { attempt } from '../screen/attempt.ts';
import { useChatScreen } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { commandOf } from '../keys/commands.ts';
import { strokeText } from '../keys/stroke-text.ts';
import { laterText, laterTimes } from './later-times.ts';
import styles from './send-button.module.css';

export type SendButtonProps = {
  readonly sendLabel: string;
  readonly canSend: boolean;
  readonly onSend: () => void;
  /** Sends at a time; without it there is no menu. */
  readonly onLater?: (unixSeconds: number) => void;
};

const LaterForm = lazyPart(async () => (await import('./later-form.tsx')).LaterForm);

/** Send, and beside it the menu of later times and of keys; on a phone a long press opens the menu. */
export function SendButton({ sendLabel, canSend, onSend, onLater }: SendButtonProps): ReactElement {
  const { chat, go } = useChatScreen();
  const scheduled = useSelect(chat.state, (state) => state.scheduled_messages?.length ?? 0);
  const hours = useSelect(chat.state, (state) => state.user_settings?.twenty_four_hour_time);
  const isTouch = useMedia(TOUCH_QUERY);
  const [isChoosing, setChoosing] = useState(false);
  const groups = (): readonly MenuGroup[] => {
    const current = new Date(now());
    return [
      {
        entries: laterTimes(current).map(({ id, label, date }) => ({
          id,
          label,
          icon: date.toDateString() === current.toDateString() ? 'clock' : 'cal',
          meta: laterText(date, current, typeof hours === 'boolean' ? !hours : undefined),
          isDisabled: !canSend,
          run: () => onLater?.(Math.floor(date.getTime() / 1000)),
        })),
      },
      {
        entries: [
          {
            id: 'choose',
            label: t('Choose date and time'),
            icon: 'cal',
            isDisabled: !canSend,
            run: () => setChoosing(true),
          },
          {
            id: 'scheduled',
            label: t('Scheduled messages'),
            icon: 'later',
            ...(scheduled === 0 ? {} : { meta: String(scheduled) }),
            run: () => go({ view: 'scheduled' }),
          },
        ],
      },
      ...(isTouch ? [] : [{ title: t('Keyboard'), entries: enterEntries(chat) }]),
    ];
  };
  const longPress = useContextMenu(t('Ways to send'), groups);
  const hasMenu = onLater !== undefined;
  return (
    <>
      <span className={styles['split']}>
        <button
          type="button"
          className="btn primary"
          disabled={!canSend}
          onClick={onSend}
          // A press must not take the focus out of the text.
          onPointerDown={(event) => event.preventDefault()}
          onContextMenu={hasMenu && canSend ? longPress.onContextMenu : undefined}
        >
          <span className={styles['words']}>{sendLabel}</span>
          <Icon name="send" className="phone-only" />
        </button>
        {hasMenu ? (
          <MenuButton label={t('Ways to send')} className="btn primary" placement="top end" groups={groups}>
            <Icon name="down" isSmall />
          </MenuButton>
        ) : null}
      </span>
      {longPress.element}
      {isChoosing && onLater !== undefined ? (
        <Suspense fallback={null}>
          <LaterForm
            title={t('Send later')}
            label={t('Schedule')}
            onChoose={(seconds) => {
              setChoosing(false);
              onLater(seconds);
            }}
            onClose={() => setChoosing(false)}
          />
        </Suspense>
      ) : null}
    </>
  );
}

function enterEntries(chat: Chat): readonly MenuEntry[] {
  const isOn = chat.state.get().user_settings?.enter_sends === true;
  const choice = (id: string, stroke: string, wanted: boolean): MenuEntry => ({
    id,
    label: t('{key} sends', { key: strokeText(stroke) }),
    isChecked: isOn === wanted,
    run: () => void attempt(setEnterSends(chat, wanted)),
  });
  return [
    choice('enter-sends', 'Enter', true),
    choice('mod-enter-sends', commandOf('send').keys[0] ?? '', false),
  ];
}
