import { useState, type ReactElement } from 'react';
import { placeHold, readHolds, releaseHold, type Hold } from '../../../data/actions/hold-actions.ts';
import { now } from '../../../data/clock.ts';
import { Icon } from '../../../parts/icon.tsx';
import { ask } from '../../../parts/question-store.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { ChannelIcon } from '../../../screen/channel-icon.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { channelName, userName } from '../../../screen/titles.ts';
import { useLoaded } from '../../../screen/use-loaded.ts';
import { UserPicture } from '../../../screen/user-picture.tsx';
import { shortDay } from '../../../words/dates.ts';
import { t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { keep } from '../../settings/use-save-setting.ts';
import { useWhoMay } from '../use-who-may.ts';
import styles from './data.module.css';
import { NewHoldDialog } from './new-hold-dialog.tsx';
import { LoadedList } from '../../../screen/loaded-list.tsx';

/** People and channels whose messages stay as they are, for a case. Only owners read the list. */
export function HoldsBlock(): ReactElement {
  const whoMay = useWhoMay(true);
  return (
    <section className="block" data-setting="holds">
      {whoMay === undefined ? (
        <Holds />
      ) : (
        <>
          <h3>{t('Holds')}</h3>
          <WhoMay>{t('Owners see and place holds')}</WhoMay>
        </>
      )}
    </section>
  );
}

function Holds(): ReactElement {
  const loaded = useLoaded(readHolds);
  const { reload } = loaded;
  const [isPlacing, setPlacing] = useState(false);
  return (
    <>
      <BlockHead title={t('Holds')}>
        <button type="button" className="btn" onClick={() => setPlacing(true)}>
          <Icon name="plus" />
          {t('New hold')}
        </button>
      </BlockHead>
      <p className="help">
        {t('Messages and files on hold are not edited, moved or deleted, by nobody and at no time.')}
      </p>
      <LoadedList loaded={loaded} empty={t('Nothing is on hold.')}>
        {(holds) => (
          <ul aria-label={t('Holds')}>
            {holds.map((hold) => (
              <HoldLine key={hold.id} hold={hold} onChange={reload} />
            ))}
          </ul>
        )}
      </LoadedList>
      {isPlacing ? (
        <NewHoldDialog
          onPlaced={() => {
            setPlacing(false);
            reload();
          }}
          onClose={() => setPlacing(false)}
        />
      ) : null}
    </>
  );
}

function HoldLine({ hold, onChange }: { readonly hold: Hold; readonly onChange: () => void }): ReactElement {
  const chat = useChat();
  const state = chat.state.get();
  const { user_id: userId, stream_id: channelId, reason } = hold;
  const name =
    userId === null ? (channelId === null ? '' : channelName(state, channelId)) : userName(state, userId);
  const release = async (): Promise<void> => {
    const isSure = await ask({
      title: t('Release the hold on {name}?', { name }),
      text: [t('Messages whose time has ended meanwhile are deleted within an hour, for good.')],
      yes: t('Release'),
      no: t('Keep'),
      isDanger: true,
    });
    if (!isSure) return;
    const target = userId === null ? { stream_id: channelId ?? undefined } : { user_id: userId };
    const isDone = await keep(
      t('{name} is not on hold any more', { name }),
      releaseHold(chat, hold.id),
      async () => {
        await placeHold(chat, { ...target, reason });
        onChange();
      },
    );
    if (isDone) onChange();
  };
  return (
    <li className="line">
      <span className={styles['held']}>
        {userId === null ? (
          channelId === null ? null : (
            <ChannelIcon channelId={channelId} />
          )
        ) : (
          <UserPicture userId={userId} size={24} />
        )}
        <span>
          <bdi>{name}</bdi>
          <span className="help">
            <bdi>{reason}</bdi>
            {' · '}
            {t('{name}, {day}', {
              name: userName(state, hold.creator_id),
              day: shortDay(hold.created, now()),
            })}
          </span>
        </span>
      </span>
      <button
        type="button"
        className="btn"
        aria-label={t('Release {name}', { name })}
        onClick={() => void release()}
      >
        {t('Release')}
      </button>
    </li>
  );
}
