import { useId, type ReactElement } from 'react';
import { setQuietHours } from '../../data/actions/own-actions.ts';
import { Switch } from '../../parts/switch.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { keep } from './use-save-setting.ts';
import styles from './quiet-hours-block.module.css';

/** Hours that are the same on every day, which is all that this page sets. */
const EVERY_DAY = /^Mo-Su (\d\d:\d\d)-(\d\d:\d\d)$/;
const USUAL_HOURS = hoursOf('22:00', '07:00');

/** The time of the day in which nothing notifies. */
export function QuietHoursBlock(): ReactElement | null {
  const chat = useChat();
  const settings = useSelect(chat.state, (state) => state.user_settings);
  const label = useId();
  if (settings === undefined) return null;
  const { do_not_disturb_hours: hours, timezone } = settings;
  const [, from, to] = EVERY_DAY.exec(hours) ?? [];
  const set = (next: string): void =>
    void keep(
      next === '' ? t('Quiet hours: none') : t('Quiet hours: {hours}', { hours: next.replace('Mo-Su ', '') }),
      setQuietHours(chat, next, timezone === '' ? deviceZone() : undefined),
      () => setQuietHours(chat, hours),
    );
  return (
    <div className="block" data-setting="quiet">
      <h3 id={label}>{t('Quiet hours')}</h3>
      <Switch isOn={hours !== ''} onChange={(isOn) => set(isOn ? USUAL_HOURS : '')}>
        {t('Nothing rings at these hours')}
        <span className="help">
          {t('Messages still arrive and are counted. One e-mail has what is unread afterwards.')}
        </span>
      </Switch>
      {hours === '' ? null : (
        <div className="line" role="group" aria-labelledby={label}>
          <span>
            {from === undefined ? hours : t('Every day')}
            <span className="help">{t('Times of {zone}', { zone: timezone === '' ? 'UTC' : timezone })}</span>
          </span>
          {from === undefined || to === undefined ? null : (
            <>
              <TimeField name={t('From')} time={from} onChange={(next) => set(hoursOf(next, to))} />
              <TimeField name={t('Until')} time={to} onChange={(next) => set(hoursOf(from, next))} />
            </>
          )}
        </div>
      )}
    </div>
  );
}

type TimeFieldProps = {
  readonly name: string;
  readonly time: string;
  readonly onChange: (time: string) => void;
};

function TimeField({ name, time, onChange }: TimeFieldProps): ReactElement {
  return (
    <label className={styles['time']}>
      <span>{name}</span>
      <span className="field">
        <input
          // A change in another tab begins a new field.
          key={time}
          type="time"
          defaultValue={time === '24:00' ? '00:00' : time}
          onBlur={({ currentTarget: { value } }) => {
            if (value !== '' && value !== time) onChange(value);
          }}
        />
      </span>
    </label>
  );
}

function hoursOf(from: string, to: string): string {
  return `Mo-Su ${from}-${to}`;
}

function deviceZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone;
}
