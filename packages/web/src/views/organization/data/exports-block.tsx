import { useEffect, useState, type ReactElement } from 'react';
import {
  readRealmExports,
  removeRealmExport,
  watchRealmExports,
  type RealmExport,
} from '../../../data/actions/realm-exports.ts';
import { now } from '../../../data/clock.ts';
import { Icon } from '../../../parts/icon.tsx';
import { ask } from '../../../parts/question-store.ts';
import { attempt } from '../../../screen/attempt.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { userName } from '../../../screen/titles.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { shortDay } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { keep } from '../../settings/use-save-setting.ts';
import { useWhoMay } from '../use-who-may.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { exportAbout, exportName } from './export-words.ts';
import styles from './data.module.css';
import { NewExportDialog } from './new-export-dialog.tsx';
import table from '../../../parts/table.module.css';
import { LoadedList } from '../../../screen/loaded-list.tsx';

/** Archives of the organization: asked for, watched, downloaded and deleted by administrators. */
export function ExportsBlock(): ReactElement {
  const whoMay = useWhoMay();
  return (
    <section className="block" data-setting="exports">
      {whoMay === undefined ? (
        <Exports />
      ) : (
        <>
          <h3>{t('Export')}</h3>
          <WhoMay>{t('Administrators may export')}</WhoMay>
        </>
      )}
    </section>
  );
}

function Exports(): ReactElement {
  const chat = useChat();
  const loaded = useLoaded(readRealmExports);
  const { replace } = loaded;
  const [isAsking, setAsking] = useState(false);
  useEffect(() => watchRealmExports(chat, replace), [chat, replace]);
  return (
    <>
      <BlockHead title={t('Export')}>
        <button type="button" className="btn" onClick={() => setAsking(true)}>
          <Icon name="plus" />
          {t('New export')}
        </button>
      </BlockHead>
      <LoadedList
        loaded={loaded}
        empty={t('None yet. An export is an archive that any Parley server takes in.')}
      >
        {(exports) => <ExportTable exports={exports} />}
      </LoadedList>
      {isAsking ? <NewExportDialog onClose={() => setAsking(false)} /> : null}
    </>
  );
}

function ExportTable({ exports }: { readonly exports: readonly RealmExport[] }): ReactElement {
  return (
    <table className={`${table['table']} ${styles['exports']}`} aria-label={t('Exports')}>
      <thead>
        <tr>
          <th scope="col">{t('What')}</th>
          <th scope="col" className={styles['when']}>
            {t('When')}
          </th>
          <th scope="col" className={styles['by']}>
            {t('By')}
          </th>
          <th scope="col" className={styles['actions']}>
            <span className="sr">{t('Actions')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {exports.map((one) => (
          <ExportRow key={one.id} one={one} />
        ))}
      </tbody>
    </table>
  );
}

function ExportRow({ one }: { readonly one: RealmExport }): ReactElement {
  const chat = useChat();
  const by = userName(chat.state.get(), one.acting_user_id);
  const what = exportName(one.export_type);
  const day = shortDay(one.export_time, now());
  const download = async (): Promise<void> => {
    // Its address ends after an hour, and each reading of the list makes a new one.
    const request = readRealmExports(chat);
    if (!(await attempt(request))) return;
    const url = (await request).find(({ id }) => id === one.id)?.export_url;
    if (typeof url === 'string') location.assign(new URL(url).pathname);
  };
  const remove = async (): Promise<void> => {
    const isSure = await ask({
      title: t('Delete this export?'),
      text: [t('The archive is gone for everybody. A new export takes as long as this one did.')],
      yes: t('Delete'),
      no: t('Keep'),
      isDanger: true,
    });
    if (isSure) await keep(t('Export deleted: {what}', { what }), removeRealmExport(chat, one.id));
  };
  return (
    <tr>
      <th scope="row">
        {what}
        <span className="help" role={one.pending ? 'status' : undefined}>
          {exportAbout(one, now())}
        </span>
      </th>
      <td className="quiet">{day}</td>
      <td className={`quiet ${styles['by']}`}>
        <bdi>{by}</bdi>
      </td>
      <td className={styles['actions']}>
        {one.export_url === null ? null : (
          <span className={styles['buttons']}>
            <button
              type="button"
              className="btn"
              aria-label={t('Download the export of {day}', { day })}
              onClick={() => void download()}
            >
              {t('Download')}
            </button>
            <button
              type="button"
              className="btn"
              aria-label={t('Delete the export of {day}', { day })}
              onClick={() => void remove()}
            >
              {t('Delete')}
            </button>
          </span>
        )}
      </td>
    </tr>
  );
}
