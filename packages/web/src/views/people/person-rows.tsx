import { useEffect, useMemo, useRef, useState, type ReactElement } from 'react';
import { DirectoryCell, DirectoryRow, DirectoryRows } from '../../parts/directory-row.tsx';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { showUserCard } from '../../parts/user-card-store.ts';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { localTime } from '../../screen/local-time.ts';
import { roleName } from '../../screen/role-name.ts';
import { userName } from '../../screen/titles.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { plural, t } from '../../words/index.ts';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { presenceWord } from '../panel/user-line.tsx';
import { StatusText, useStatus } from '../you/status-text.tsx';
import type { DirectoryPerson } from './people-list.ts';
import styles from './person-rows.module.css';

/** Rows that are shown at first, and added when their end is near: ten thousand people stay fast. */
const PORTION = 60;
const NEAR_END_PX = 800;
const MAX_TAGS = 2;

export function PersonRows({ people }: { readonly people: readonly DirectoryPerson[] }): ReactElement {
  const [max, setMax] = useState(PORTION);
  const shown = useMemo(() => people.slice(0, max), [people, max]);
  const keys = useMemo(() => shown.map(({ userId }) => String(userId)), [shown]);
  const rows = useRovingRows(keys);
  const minute = useMinute();
  return (
    <div {...rows.container}>
      <DirectoryRows columns="minmax(0, 190px) 104px 120px" signWidth={32}>
        {shown.map((person) => (
          <PersonRow
            key={person.userId}
            person={person}
            minute={minute}
            isCurrent={rows.current === String(person.userId)}
          />
        ))}
      </DirectoryRows>
      {people.length > max ? (
        <MoreRows
          // Each portion watches its new end.
          key={max}
          left={people.length - max}
          onMore={() => setMax((before) => before + PORTION)}
        />
      ) : null}
    </div>
  );
}

type PersonRowProps = {
  readonly person: DirectoryPerson;
  readonly minute: number;
  readonly isCurrent: boolean;
};

function PersonRow({ person, minute, isCurrent }: PersonRowProps): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const { userId, name, groups, ownerId } = person;
  const isSelf = userId === chat.selfId;
  const direct = addressOf({
    view: 'messages',
    narrow: { kind: 'direct', userIds: isSelf ? [] : [userId] },
  });
  const rest = groups.length - MAX_TAGS;
  return (
    <DirectoryRow
      rowKey={String(userId)}
      sign={<UserPicture userId={userId} size={32} hasPresence />}
      name={name}
      href={direct}
      beside={isSelf ? <span className="quiet">{t('you')}</span> : null}
      about={ownerId === undefined ? <PersonAbout userId={userId} /> : <BotAbout ownerId={ownerId} />}
      isCurrent={isCurrent}
      onOpen={(event) => {
        if (event.metaKey || event.ctrlKey || event.shiftKey) return;
        event.preventDefault();
        showUserCard(userId, event.currentTarget);
      }}
      cells={
        <>
          <DirectoryCell>
            <span className={styles['tags']}>
              {groups.slice(0, MAX_TAGS).map((group) => (
                <span key={group.id} className={styles['tag']}>
                  <bdi className="clip">{group.name}</bdi>
                </span>
              ))}
              {rest > 0 ? <span className="quiet">+{rest}</span> : null}
            </span>
          </DirectoryCell>
          <DirectoryCell>
            <span className={styles['fact']}>{roleName(person.role)}</span>
          </DirectoryCell>
          <DirectoryCell>
            <span className={styles['fact']}>{localTime(person.timezone, minute)}</span>
          </DirectoryCell>
        </>
      }
      action={
        <a
          className="ib"
          tabIndex={isCurrent ? 0 : -1}
          href={isSelf ? addressOf({ view: 'settings', page: 'profile' }) : direct}
          aria-label={isSelf ? t('Edit your profile') : t('Message {name}', { name })}
        >
          <Icon name={isSelf ? 'pencil' : 'mail'} />
        </a>
      }
    />
  );
}

/** Presence for those who do not see its color, and the status. */
function PersonAbout({ userId }: { readonly userId: number }): ReactElement {
  const chat = useChat();
  const status = useStatus(userId);
  const presence = useSelect(chat.presence, (all) => all.get(userId) ?? 'offline');
  if (status === undefined) return <span className={styles['presence']}>{presenceWord(presence)}</span>;
  return (
    <>
      <span className="sr">{presenceWord(presence)}. </span>
      <StatusText status={status} />
    </>
  );
}

function BotAbout({ ownerId }: { readonly ownerId: number }): ReactElement {
  const chat = useChat();
  const owner = useSelect(chat.state, (state) => userName(state, ownerId));
  return <>{t('Bot of {owner}', { owner })}</>;
}

/** Adds rows when its place comes near the screen, or by a press. */
function MoreRows({ left, onMore }: { readonly left: number; readonly onMore: () => void }): ReactElement {
  const end = useRef<HTMLButtonElement>(null);
  const more = useRef(onMore);
  useEffect(() => {
    more.current = onMore;
  });
  useEffect(() => {
    if (end.current === null) return;
    const watch = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) more.current();
      },
      { root: end.current.closest('.body'), rootMargin: `${NEAR_END_PX}px` },
    );
    watch.observe(end.current);
    return () => watch.disconnect();
  }, []);
  return (
    <button ref={end} type="button" className="btn plain" onClick={onMore}>
      {plural(left, { one: '# more', other: '# more' })}
    </button>
  );
}
