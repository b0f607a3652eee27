import { useState, type ReactElement } from 'react';
import { now } from '../data/clock.ts';
import type { ContentSettings } from '../content/settings.ts';
import { clockTime, dayName } from '../words/dates.ts';
import { t } from '../words/index.ts';
import { absenceBetween } from './absence.ts';
import styles from './day-line.module.css';

/** Carries no role: a feed consists of articles, and the first message of a day names it too. */
export function DayLine({ timestamp }: { readonly timestamp: number }): ReactElement {
  return (
    <div className={styles['day']} data-day aria-hidden="true">
      {dayName(timestamp, now())}
    </div>
  );
}

export function GapLine(): ReactElement {
  return (
    <div className={styles['day']} data-day>
      {t('Loading missing messages…')}
    </div>
  );
}

export type SinceLineProps = {
  readonly before: number;
  readonly after: number;
  readonly settings: ContentSettings;
};

export function SinceLine({ before, after, settings }: SinceLineProps): ReactElement {
  const [left] = useState(() => absenceBetween(before, after));
  return (
    <div className={`${styles['day']} ${styles['since']}`} data-day>
      {left === undefined
        ? t('Since you left')
        : t('Since you left, {time}', { time: leavingTime(left, settings.hasTwelveHours) })}
    </div>
  );
}

/** The time of today, else the day and the time. */
function leavingTime(left: number, hasTwelveHours: boolean | undefined): string {
  const [day, time] = [dayName(left, now()), clockTime(left, hasTwelveHours)];
  return day === dayName(now() / 1000, now()) ? time : `${day} ${time}`;
}
