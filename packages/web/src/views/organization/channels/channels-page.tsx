import { useMemo, useState, type ReactElement } from 'react';
import { Field } from '../../../parts/field.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { beginChannel } from '../../../screen/creation-store.ts';
import { plural, t } from '../../../words/index.ts';
import { useWhoMay } from '../use-who-may.ts';
import { ChannelRow } from './channel-row.tsx';
import { CHANNEL_FILTERS, channelRows, findChannels, type ChannelFilter } from './channel-table-rows.ts';
import styles from './channels.module.css';
import { FoldersBlock } from './folders-block.tsx';
import { PageHead } from '../page-head.tsx';
import table from '../../../parts/table.module.css';

/** Rows at first, and more with each press: thousands stay fast. */
const PORTION = 50;

/** All channels that the reader can see, with the settings that administrators keep an eye on. */
export function ChannelsPage(): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const mayCreate = useSelect(chat.state, (all) => all.can_create_streams === true);
  const whoMay = useWhoMay();
  const [filter, setFilter] = useState<ChannelFilter>('in-use');
  const [typed, setTyped] = useState('');
  const [max, setMax] = useState(PORTION);
  const rows = channelRows(state);
  const found = useMemo(() => findChannels(rows[filter], typed), [rows, filter, typed]);
  const names: Readonly<Record<ChannelFilter, string>> = {
    'in-use': t('In use'),
    private: t('Private'),
    default: t('New people join'),
    archived: t('Archived'),
  };
  return (
    <>
      <PageHead
        setting="channels"
        action={
          <button type="button" className="btn primary" disabled={!mayCreate} onClick={() => beginChannel()}>
            <Icon name="plus" />
            {t('New channel')}
          </button>
        }
      >
        <p className="help">{t('Every channel that you can see. Changes are saved at once.')}</p>
        {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
      </PageHead>
      <div className={styles['filter']}>
        <Field
          label={t('Filter channels')}
          isLabelHidden
          icon="search"
          placeholder={t('Filter channels')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMax(PORTION);
          }}
        />
        <div className="chips">
          {CHANNEL_FILTERS.map((name) => (
            <button
              key={name}
              type="button"
              className="chip"
              aria-pressed={filter === name}
              onClick={() => {
                setFilter(name);
                setMax(PORTION);
              }}
            >
              {names[name]} <span className="n">{rows[name].length}</span>
            </button>
          ))}
        </div>
      </div>
      {found.length === 0 ? (
        <p className="help" role="status">
          {t('No channel matches.')}
        </p>
      ) : (
        <table className={`${table['table']} ${styles['table']}`}>
          <thead>
            <tr>
              <th scope="col">{t('Channel')}</th>
              <th scope="col" className={styles['rule']}>
                {t('Folder')}
              </th>
              <th scope="col" className={styles['rule']}>
                {t('Who writes')}
              </th>
              <th scope="col" className={styles['rule']}>
                {t('Kept')}
              </th>
              <th scope="col" className={table['center']}>
                {t('New people')}
              </th>
              <th scope="col" className={styles['action']}>
                <span className="sr">{t('Actions')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {found.slice(0, max).map((channel) => (
              <ChannelRow key={channel.stream_id} channel={channel} />
            ))}
          </tbody>
        </table>
      )}
      {found.length > max ? (
        <button type="button" className="lk" onClick={() => setMax(max + PORTION)}>
          {plural(found.length - max, { one: '# more', other: '# more' })}
        </button>
      ) : null}
      <FoldersBlock />
    </>
  );
}
