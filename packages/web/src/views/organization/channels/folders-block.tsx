import type { ReactElement } from 'react';
import { visibleChannels } from '../../../data/derived/channels.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWatched } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { plural, t } from '../../../words/index.ts';
import { FolderMenu, NewFolderButton } from '../../channels/folder-controls.tsx';
import { useWhoMay } from '../use-who-may.ts';
import styles from './channels.module.css';

/** Folders in their order, which the sidebars of all people have. */
export function FoldersBlock(): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const whoMay = useWhoMay();
  const channels = visibleChannels(state);
  const folders = (state.channel_folders ?? [])
    .filter(({ is_archived: isArchived }) => !isArchived)
    .toSorted((a, b) => a.order - b.order);
  const countIn = (id: number): number => channels.filter(({ folder_id: folder }) => folder === id).length;
  return (
    <section className="block" data-setting="folders">
      <h3>{t('Folders')}</h3>
      <p className="help">{t('The sidebars of all people have their channels in these folders.')}</p>
      {folders.length === 0 ? <p className="help">{t('No folders yet.')}</p> : null}
      <ul>
        {folders.map((folder) => (
          <li key={folder.id} className={styles['folder']}>
            <Icon name="listi" />
            <span className="grow clip">
              <bdi>{folder.name}</bdi>
            </span>
            <span className="quiet">
              {plural(countIn(folder.id), { one: '# channel', other: '# channels' })}
            </span>
            {whoMay === undefined ? <FolderMenu folder={folder} isEmpty={countIn(folder.id) === 0} /> : null}
          </li>
        ))}
      </ul>
      {whoMay === undefined ? <NewFolderButton /> : <WhoMay>{whoMay}</WhoMay>}
    </section>
  );
}
