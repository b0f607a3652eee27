import { Suspense, useRef, useState, type ReactElement } from 'react';
import { laterText, laterTimes } from '../../compose/later-times.ts';
import { now } from '../../data/clock.ts';
import { lazyPart } from '../../parts/lazy-part.ts';
import { Menu } from '../../parts/menu.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { useContentSettings } from '../../content/use-content-settings.ts';

const LaterForm = lazyPart(async () => (await import('../../compose/later-form.tsx')).LaterForm);

export type RemindMenuProps = {
  readonly messageId: number;
  readonly anchor: HTMLElement;
  readonly onClose: () => void;
};

/** Times at which the server reminds of a message, and any other one. */
export function RemindMenu({ messageId, anchor, onClose }: RemindMenuProps): ReactElement {
  const { actions } = useChat();
  const place = useRef<HTMLElement>(anchor);
  /** Whether the chosen entry leads to the form. */
  const isAsking = useRef(false);
  const [hasForm, setForm] = useState(false);
  const { hasTwelveHours } = useContentSettings();
  const today = new Date(now());
  const remind = (date: Date): void => {
    void actions.remind(messageId, Math.floor(date.getTime() / 1000));
    showToast({
      text: t('You will be reminded: {time}', { time: laterText(date, today, hasTwelveHours) }),
    });
  };
  if (hasForm)
    return (
      <Suspense>
        <LaterForm
          title={t('Remind me')}
          label={t('Remind me')}
          onChoose={(seconds) => {
            remind(new Date(seconds * 1000));
            onClose();
          }}
          onClose={onClose}
        />
      </Suspense>
    );
  const entries = laterTimes(today).map(({ id, label, date }) => ({
    id,
    label,
    icon: 'later' as const,
    meta: laterText(date, today, hasTwelveHours),
    run: () => remind(date),
  }));
  const other = {
    id: 'other',
    label: t('Choose date and time'),
    icon: 'cal' as const,
    run: () => {
      isAsking.current = true;
      setForm(true);
    },
  };
  return (
    <Menu
      label={t('Remind me')}
      groups={[{ title: t('Remind me'), entries: [...entries, other] }]}
      anchor={place}
      // Entries run after their menu has closed.
      onClose={() =>
        queueMicrotask(() => {
          if (!isAsking.current) onClose();
        })
      }
    />
  );
}
