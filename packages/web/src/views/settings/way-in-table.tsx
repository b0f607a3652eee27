import type { ReactElement } from 'react';
import { now } from '../../data/clock.ts';
import table from '../../parts/table.module.css';
import { shortDay } from '../../words/dates.ts';
import { t } from '../../words/index.ts';
import styles from './way-in-table.module.css';

/** A thing that lets the user or a program in. */
export type WayIn = {
  readonly id: number;
  readonly name: string;
  readonly about?: string | null;
  readonly created: number;
  readonly lastUsed: number | null;
};

export type WayInTableProps = {
  readonly label: string;
  /** Heads of the columns of names and of beginnings. */
  readonly heads: readonly [name: string, created: string];
  readonly ways: readonly WayIn[];
  /** The button of a row, and its name for screen readers. */
  readonly action: string;
  readonly actionOf: (name: string) => string;
  readonly onAction: (id: number) => void;
};

/** Ways in with their last use; each can be ended. */
export function WayInTable({
  label,
  heads,
  ways,
  action,
  actionOf,
  onAction,
}: WayInTableProps): ReactElement {
  return (
    <table className={`${table['table']} ${styles['ways']}`} aria-label={label}>
      <thead>
        <tr>
          {[...heads, t('Last used')].map((head) => (
            <th key={head} scope="col">
              {head}
            </th>
          ))}
          <th scope="col" className={styles['end']}>
            <span className="sr">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {ways.map(({ id, name, about = null, created, lastUsed }) => (
          <tr key={id}>
            <th scope="row">
              <bdi>{name}</bdi>
              {about === null ? null : <span className="help">{about}</span>}
            </th>
            <td className="quiet">{shortDay(created, now())}</td>
            <td className="quiet">{lastUsed === null ? t('never') : shortDay(lastUsed, now())}</td>
            <td className={styles['end']}>
              <button type="button" className="btn" aria-label={actionOf(name)} onClick={() => onAction(id)}>
                {action}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
