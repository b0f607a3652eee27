import { useState, type ReactElement } from 'react';
import type { WindowAnchor } from '../../data/chat.ts';
import type { Narrow } from '../../data/narrow/narrow.ts';
import { dayText, startOfDay } from '../../data/narrow/periods.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { endJump } from '../../screen/jump-store.ts';
import { t } from '../../words/index.ts';
import styles from './jump-date-dialog.module.css';

const WEEK_DAYS = 7;

/** Asks for a day, and moves the list to its first message. */
export function JumpDateDialog({ narrow }: { readonly narrow: Narrow }): ReactElement {
  const chat = useChat();
  const today = dayText(0);
  const [day, setDay] = useState(today);
  const isReady = day !== '' && day <= today;
  const jump = (anchor: WindowAnchor): void => {
    void chat.openWindow(narrow).moveTo(anchor);
    endJump();
  };
  const jumpTo = (date: string): void =>
    jump({ kind: 'date', date: new Date(startOfDay(date)).toISOString() });
  return (
    <Dialog
      title={t('Jump to a date')}
      size="small"
      onClose={endJump}
      foot={<FormFoot form="jump-form" label={t('Jump')} isReady={isReady} onClose={endJump} />}
    >
      <form
        id="jump-form"
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) jumpTo(day);
        }}
      >
        <label className="l" htmlFor="jump-day">
          {t('Day')}
        </label>
        <div className="field">
          <input
            id="jump-day"
            type="date"
            required
            max={today}
            value={day}
            // The dialog was asked for, and the day is what it asks.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus
            onChange={(event) => setDay(event.target.value)}
          />
        </div>
      </form>
      <div className={`chips ${styles['places']}`} role="group" aria-label={t('Other places')}>
        <button type="button" className="chip" onClick={() => jump({ kind: 'oldest' })}>
          {t('First message')}
        </button>
        <button type="button" className="chip" onClick={() => jumpTo(dayText(-WEEK_DAYS))}>
          {t('A week ago')}
        </button>
        <button type="button" className="chip" onClick={() => jump({ kind: 'first-unread' })}>
          {t('Unread')}
        </button>
      </div>
    </Dialog>
  );
}
