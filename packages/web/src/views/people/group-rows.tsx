import { useMemo, type ReactElement } from 'react';
import { membersOf, type UserGroup } from '../../data/derived/groups.ts';
import { DirectoryCell, DirectoryRow, DirectoryRows } from '../../parts/directory-row.tsx';
import { showGroupCard } from '../../parts/group-card-store.ts';
import { Icon } from '../../parts/icon.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChatScreen } from '../../screen/chat-context.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { t } from '../../words/index.ts';
import { useRovingRows } from '../conversation-rows/use-roving-rows.ts';
import { MAX_MESSAGED } from '../profile/group-limits.ts';
import styles from './group-rows.module.css';
import pictures from '../../parts/picture.module.css';

const MAX_PICTURES = 3;

export function GroupRows({ groups }: { readonly groups: readonly UserGroup[] }): ReactElement {
  const keys = useMemo(() => groups.map(({ id }) => String(id)), [groups]);
  const rows = useRovingRows(keys);
  return (
    <div {...rows.container}>
      <DirectoryRows columns="96px 120px" signWidth={32}>
        {groups.map((group) => (
          <GroupRow key={group.id} group={group} isCurrent={rows.current === String(group.id)} />
        ))}
      </DirectoryRows>
    </div>
  );
}

function GroupRow({
  group,
  isCurrent,
}: {
  readonly group: UserGroup;
  readonly isCurrent: boolean;
}): ReactElement {
  const { chat, addressOf } = useChatScreen();
  const all = useSelect(chat.state, (state) => state.realm_user_groups);
  const members = useMemo(
    () => (all === undefined ? [] : membersOf({ realm_user_groups: all }, group.id)),
    [all, group.id],
  );
  const others = members.filter((id) => id !== chat.selfId).toSorted((a, b) => a - b);
  const isIn = others.length < members.length;
  const isSmall = others.length > 0 && others.length <= MAX_MESSAGED;
  return (
    <DirectoryRow
      rowKey={String(group.id)}
      sign={<span className={`${pictures['group']} ${styles['number']}`}>{members.length}</span>}
      name={group.name}
      href={addressOf({ view: 'people', list: 'groups' })}
      about={group.description}
      isCurrent={isCurrent}
      onOpen={(event) => {
        event.preventDefault();
        showGroupCard(group.id, event.currentTarget);
      }}
      cells={
        <>
          <DirectoryCell>
            <span className={`${pictures['stack']} ${styles['pictures']}`}>
              {members.slice(0, MAX_PICTURES).map((id) => (
                <UserPicture key={id} userId={id} size={20} />
              ))}
            </span>
          </DirectoryCell>
          <DirectoryCell>
            <span className={styles['pictures']}>{isIn ? t('You are in it') : ''}</span>
          </DirectoryCell>
        </>
      }
      action={
        isSmall ? (
          <a
            className="ib"
            tabIndex={isCurrent ? 0 : -1}
            href={addressOf({ view: 'messages', narrow: { kind: 'direct', userIds: others } })}
            aria-label={t('Message all of {name}', { name: group.name })}
          >
            <Icon name="mail" />
          </a>
        ) : null
      }
    />
  );
}
