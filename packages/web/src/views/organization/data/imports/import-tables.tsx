import { useState, type ReactElement } from 'react';
import type { ComparedMessage, ImportDetails, ImportNote } from '../../../../data/actions/import-actions.ts';
import { useChatScreen } from '../../../../screen/chat-context.ts';
import { t } from '../../../../words/index.ts';
import styles from '../data.module.css';
import { countText, importRows, sourceName } from './import-words.ts';
import table from '../../../../parts/table.module.css';

/** Things that need a look at first. */
const PORTION = 10;

/** Content of an archive, the part of it that was taken, and some messages to compare. */
export function ImportTables({ details }: { readonly details: ImportDetails }): ReactElement {
  const { one, notes, compared } = details;
  const rows = importRows(one);
  const left = one.not_taken ?? [];
  return (
    <>
      {rows.length === 0 ? null : (
        <table className={`${table['table']} ${styles['counts']}`} aria-label={t('Content')}>
          <thead>
            <tr>
              <th scope="col">{t('What')}</th>
              <th scope="col">{t('In the archive')}</th>
              <th scope="col">{t('Imported')}</th>
            </tr>
          </thead>
          <tbody>
            {rows.map(({ what, found, taken }) => (
              <tr key={what}>
                <th scope="row">{what}</th>
                <td className="num">{countText(found)}</td>
                <td className="num">{taken === undefined ? '–' : countText(taken)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {left.length === 0 ? null : (
        <section className="block">
          <h3>{t('Left out')}</h3>
          <ul aria-label={t('Left out')}>
            {left.map(({ what, count }) => (
              <li key={what} className="line">
                <span>{what}</span>
                <span className="num">{countText(count)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      {notes.length === 0 ? null : <Notes notes={notes} />}
      {compared.length === 0 ? null : <Compared compared={compared} source={sourceName(one.source)} />}
    </>
  );
}

function Notes({ notes }: { readonly notes: readonly ImportNote[] }): ReactElement {
  const [max, setMax] = useState(PORTION);
  return (
    <section className="block">
      <h3>{t('Needs a look')}</h3>
      <ul aria-label={t('Needs a look')}>
        {notes.slice(0, max).map(({ what, name }, n) => (
          <li key={n} className="line">
            <span>
              <bdi>{name}</bdi>
              <span className="help">{what}</span>
            </span>
          </li>
        ))}
      </ul>
      {notes.length > max ? (
        <button type="button" className="lk" onClick={() => setMax(Infinity)}>
          {t('All {count}', { count: notes.length })}
        </button>
      ) : null}
    </section>
  );
}

type ComparedProps = { readonly compared: readonly ComparedMessage[]; readonly source: string };

function Compared({ compared, source }: ComparedProps): ReactElement {
  const { addressOf } = useChatScreen();
  return (
    <section className="block">
      <h3>{t('Spot check')}</h3>
      <p className="help">
        {t('Messages of public channels, chosen by chance, as they were and as they are.')}
      </p>
      <table className={`${table['table']} ${styles['compared']}`} aria-label={t('Spot check')}>
        <thead>
          <tr>
            <th scope="col">{source}</th>
            <th scope="col">{t('Here')}</th>
            <th scope="col" className={styles['open']}>
              <span className="sr">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {compared.map(({ message_id: id, content, sender, here }) => (
            <tr key={id}>
              <td>
                <span className="help">
                  <bdi>{sender}</bdi>
                </span>
                <span className={styles['text']} dir="auto">
                  {content}
                </span>
              </td>
              <td className={styles['text']} dir="auto">
                {here?.text ?? t('Deleted since')}
              </td>
              <td>
                {here === undefined ? null : (
                  <a
                    href={addressOf({ view: 'messages', narrow: here.at, near: id })}
                    aria-label={t('Open message {id}', { id })}
                  >
                    {t('Open')}
                  </a>
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
