import { useState, type ReactElement } from 'react';
import { LaterForm } from '../../compose/later-form.tsx';
import { now } from '../../data/clock.ts';
import { Icon } from '../../parts/icon.tsx';
import { t } from '../../words/index.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { endText, pauseText } from '../pause/pause-menu.ts';
import { pauseTimes } from '../pause/pause-times.ts';
import { usePauseEnd } from '../pause/use-pause-end.ts';
import styles from './pause-block.module.css';
import { useSaveSetting } from './use-save-setting.ts';

const MORE_SECONDS = 30 * 60;

/** A pause of all notifications: the one that is, and times until which there can be one. */
export function PauseBlock(): ReactElement {
  const save = useSaveSetting();
  const end = usePauseEnd();
  const time = useMinute();
  const [isChoosing, setChoosing] = useState(false);
  const set = (until: number): void =>
    void save('do_not_disturb_until', until, (next) => pauseText(Number(next)));
  return (
    <section className="block" data-setting="pause">
      <h3>{t('Pause')}</h3>
      {end === undefined ? null : (
        <div className={styles['paused']}>
          <Icon name="pause" />
          <span className={styles['words']} role="status">
            <b>{t('Paused until {time}.', { time: endText(end) })}</b>{' '}
            {t('Messages still arrive and are counted.')}
          </span>
          <button type="button" className="btn plain" onClick={() => set(end + MORE_SECONDS)}>
            {t('30 min more')}
          </button>
          <button type="button" className="btn" onClick={() => set(0)}>
            {t('Resume')}
          </button>
        </div>
      )}
      <div className="chips">
        {pauseTimes(new Date(time)).map(({ id, label }) => (
          <button
            key={id}
            type="button"
            className="chip"
            onClick={() => {
              // The times of the click, not those of the minute that is shown.
              const chosen = pauseTimes(new Date(now())).find((one) => one.id === id);
              if (chosen !== undefined) set(Math.floor(chosen.date.getTime() / 1000));
            }}
          >
            {label}
          </button>
        ))}
        <button type="button" className="chip" onClick={() => setChoosing(true)}>
          {t('Choose…')}
        </button>
      </div>
      {isChoosing ? (
        <LaterForm
          title={t('Pause until')}
          label={t('Pause')}
          onChoose={(until) => {
            set(until);
            setChoosing(false);
          }}
          onClose={() => setChoosing(false)}
        />
      ) : null}
    </section>
  );
}
