import { refuseAdministering } from '@parley/client/rights/managing-rights.ts';
import { type ReactElement } from 'react';
import { archiveChannel, changeChannel } from '../../data/actions/channel-actions.ts';
import { DirectoryCell, DirectoryRow } from '../../parts/directory-row.tsx';
import { showToast } from '../../parts/toast-store.ts';
import { useSelect } from '../../parts/use-cell.ts';
import { attempt } from '../../screen/attempt.ts';
import { ChannelIcon } from '../../screen/channel-icon.tsx';
import { useChatScreen } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';
import { aboutChannel, peopleWords, type EntryProps } from './channel-entry.tsx';

/** An archived channel, with the button that brings it back for those who may. */
export function ArchivedEntry({ channel, isCurrent }: EntryProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const { stream_id: id, name } = channel;
  const mayUnarchive = useSelect(chat.state, (state) => refuseAdministering(state, channel) === undefined);
  const unarchive = async (): Promise<void> => {
    if (!(await attempt(changeChannel(chat, id, { is_archived: false })))) return;
    showToast({
      text: t('{name} is back', { name }),
      action: { label: t('Undo'), run: () => void attempt(archiveChannel(chat, id)) },
    });
  };
  return (
    <DirectoryRow
      rowKey={String(id)}
      sign={<ChannelIcon channelId={id} />}
      name={name}
      href={addressOf({ view: 'topics', channelId: id })}
      about={aboutChannel(channel)}
      cells={
        <>
          <DirectoryCell>{peopleWords(channel)}</DirectoryCell>
          <DirectoryCell />
        </>
      }
      action={
        mayUnarchive ? (
          <button
            type="button"
            className="btn"
            tabIndex={isCurrent ? 0 : -1}
            aria-label={t('Unarchive {name}', { name })}
            onClick={() => void unarchive()}
          >
            {t('Unarchive')}
          </button>
        ) : null
      }
      isQuiet
      isCurrent={isCurrent}
    />
  );
}
