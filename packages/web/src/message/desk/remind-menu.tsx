import { useRef, type ReactElement } from 'react';
import { laterText, laterTimes } from '../../compose/later-times.ts';
import { now } from '../../data/clock.ts';
import { Menu } from '../../parts/menu.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { useContentSettings } from '../../content/use-content-settings.ts';

export type RemindMenuProps = {
  readonly messageId: number;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

/** Times at which the server reminds of a message. */
export function RemindMenu({ messageId, anchor, onClose }: RemindMenuProps): ReactElement {
  const { actions } = useChat();
  const place = useRef<HTMLElement>(anchor);
  const { hasTwelveHours } = useContentSettings();
  const today = new Date(now());
  const entries = laterTimes(today).map(({ id, label, date }) => ({
    id,
    label,
    icon: 'later' as const,
    meta: laterText(date, today, hasTwelveHours),
    run: () => {
      void actions.remind(messageId, Math.floor(date.getTime() / 1000));
      showToast({
        text: t('You will be reminded: {time}', { time: laterText(date, today, hasTwelveHours) }),
      });
    },
  }));
  return (
    <Menu
      label={t('Remind me')}
      groups={[{ title: t('Remind me'), entries }]}
      anchor={place}
      onClose={onClose}
    />
  );
}
