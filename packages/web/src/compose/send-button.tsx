import { Suspense, useState, type ReactElement } from 'react';
import { now } from '../data/clock.ts';
import { Icon } from '../parts/icon.tsx';
import { lazyPart } from '../parts/lazy-part.ts';
import { MenuButton, useContextMenu } from '../parts/menu.tsx';
import type { MenuGroup } from '../parts/surface-props.ts';
import { useSelect } from '../parts/use-cell.ts';
import { useChatScreen } from '../views/chat-context.ts';
import { t } from '../words/index.ts';
import { laterText, laterTimes } from './later-times.ts';

export type SendButtonProps = {
  readonly sendLabel: string;
  readonly canSend: boolean;
  readonly onSend: () => void;
  /** Sends at a time; without it there is no menu. */
  readonly onLater?: (unixSeconds: number) => void;
};

const LaterForm = lazyPart(async () => (await import('./later-form.tsx')).LaterForm);

/** Send, and beside it the menu of later times; on a phone a long press opens the menu. */
export function SendButton({ sendLabel, canSend, onSend, onLater }: SendButtonProps): ReactElement {
  const { chat, go } = useChatScreen();
  const scheduled = useSelect(chat.state, (state) => state.scheduled_messages?.length ?? 0);
  const hours = useSelect(chat.state, (state) => state.user_settings?.twenty_four_hour_time);
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
          run: () => onLater?.(Math.floor(date.getTime() / 1000)),
        })),
      },
      {
        entries: [
          { id: 'choose', label: t('Choose date and time'), icon: 'cal', run: () => setChoosing(true) },
          {
            id: 'scheduled',
            label: t('Scheduled messages'),
            icon: 'later',
            ...(scheduled === 0 ? {} : { meta: String(scheduled) }),
            run: () => go({ view: 'scheduled' }),
          },
        ],
      },
    ];
  };
  const longPress = useContextMenu(t('Send later'), groups);
  const hasMenu = onLater !== undefined;
  return (
    <>
      <span className="split">
        <button
          type="button"
          className="btn primary"
          disabled={!canSend}
          onClick={onSend}
          // A press must not take the focus out of the text.
          onPointerDown={(event) => event.preventDefault()}
          onContextMenu={hasMenu && canSend ? longPress.onContextMenu : undefined}
        >
          <span className="lbl">{sendLabel}</span>
          <Icon name="send" className="phone-only" />
        </button>
        {!hasMenu ? null : canSend ? (
          <MenuButton label={t('Send later')} className="btn primary" placement="top end" groups={groups}>
            <Icon name="down" isSmall />
          </MenuButton>
        ) : (
          <button type="button" className="btn primary" aria-label={t('Send later')} disabled>
            <Icon name="down" isSmall />
          </button>
        )}
      </span>
      {longPress.element}
      {isChoosing && onLater !== undefined ? (
        <Suspense fallback={null}>
          <LaterForm
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
