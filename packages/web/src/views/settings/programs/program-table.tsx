import type { ReactElement } from 'react';
import type { Grant } from '../../../data/actions/grant-actions.ts';
import { now } from '../../../data/clock.ts';
import { shortDay, timeUntil } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { channelName } from '../../../screen/titles.ts';
import { rightsText } from './scope-words.ts';
import styles from './programs.module.css';
import table from '../../../parts/table.module.css';

export type ProgramTableProps<G extends Grant> = {
  readonly programs: readonly G[];
  /** The name of the user of a program, where there are several. */
  readonly personOf?: (program: G) => string;
  readonly onEnd: (program: G) => void;
};

const SOON_SECONDS = 4 * 86_400;

/** Programs with their rights, last use and end. */
export function ProgramTable<G extends Grant>(props: ProgramTableProps<G>): ReactElement {
  const { programs, personOf, onEnd } = props;
  return (
    <table className={`${table['table']} ${styles['programs']}`} aria-label={t('Programs')}>
      <thead>
        <tr>
          <th scope="col">{t('Program')}</th>
          {personOf === undefined ? null : <th scope="col">{t('For')}</th>}
          <th scope="col">{t('May')}</th>
          <th scope="col" className={styles['used']}>
            {t('Last used')}
          </th>
          <th scope="col" className={styles['until']}>
            {t('Ends')}
          </th>
          <th scope="col" className={styles['end']}>
            <span className="sr">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {programs.map((program) => (
          <tr key={program.id}>
            <th scope="row">
              <bdi>{program.name}</bdi>
              <span className="help">
                {program.client_id === null
                  ? t('Token pk_…{end}', { end: program.token_end })
                  : (program.client_host ?? t('added by an administrator'))}
              </span>
            </th>
            {personOf === undefined ? null : (
              <td>
                <bdi>{personOf(program)}</bdi>
              </td>
            )}
            <td className={styles['rights']}>
              {rightsText(program.scopes)}
              <Limits program={program} />
            </td>
            <td className={`quiet ${styles['used']}`}>
              {program.last_used === null ? t('never') : shortDay(program.last_used, now())}
            </td>
            <td className={`quiet ${styles['until']}`}>
              <span className={endsSoon(program) ? styles['soon'] : undefined}>{endOf(program)}</span>
            </td>
            <td className={styles['end']}>
              <button
                type="button"
                className="btn"
                aria-label={t('End {name}', { name: program.name })}
                onClick={() => onEnd(program)}
              >
                {t('End')}
              </button>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** The channels of a program, and the start of what it reads. */
function Limits({ program: { channels, since } }: { readonly program: Grant }): ReactElement | null {
  const state = useChat().state.get();
  const parts = [
    ...(channels === null ? [] : [channels.map((id) => channelName(state, id)).join(', ')]),
    ...(since === null ? [] : [t('since {day}', { day: shortDay(since, now()) })]),
  ];
  return parts.length === 0 ? null : (
    <span className="help">
      <bdi>{parts.join(', ')}</bdi>
    </span>
  );
}

function secondsLeft({ expires }: Grant): number {
  return expires - now() / 1000;
}

function endsSoon(program: Grant): boolean {
  return secondsLeft(program) < SOON_SECONDS;
}

function endOf(program: Grant): string {
  const days = Math.round(secondsLeft(program) / 86_400);
  return days < 2 ? timeUntil(program.expires, now()) : t('in {count} days', { count: days });
}
