import { refuseGroupAddition, refuseGroupRemoval } from '@parley/client';
import { useMemo, useState, type ReactElement } from 'react';
import { groupById, membersOf, type UserGroup } from '../../data/derived/groups.ts';
import { hideGroupCard, showGroupCard, type GroupCardTarget } from '../../parts/group-card-store.ts';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { Popover } from '../../parts/popover.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { showUserCard } from '../../parts/user-card-store.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { useChat, useChatScreen } from '../../screen/chat-context.ts';
import { changeMembers } from '../../screen/group-membership.ts';
import { localTime } from '../../screen/local-time.ts';
import { userById } from '../../data/derived/users.ts';
import { useMinute } from '../../screen/use-minute.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { plural, t } from '../../words/index.ts';
import { AddMembers } from './add-members.tsx';
import styles from './group-card.module.css';
import { MAX_MESSAGED } from './group-limits.ts';
import card from './user-card.module.css';
import pictures from '../../parts/picture.module.css';

const MAX_LISTED_MEMBERS = 50;

/** The card of a group: its people, the groups inside it, and the ways in and out. */
export function GroupCard({ target }: { readonly target: GroupCardTarget }): ReactElement | null {
  const chat = useChat();
  const group = useSelect(chat.state, (state) => groupById(state, target.groupId));
  const anchor = useMemo(() => ({ current: target.anchor }), [target]);
  if (group === undefined) return null;
  return (
    <Popover
      label={group.name}
      anchor={anchor}
      placement="right top"
      className={`${card['card']} ${styles['group-card']}`}
      onClose={hideGroupCard}
    >
      <GroupFacts group={group} anchor={target.anchor} />
    </Popover>
  );
}

type GroupFactsProps = { readonly group: UserGroup; readonly anchor: HTMLElement };

function GroupFacts({ group, anchor }: GroupFactsProps): ReactElement {
  const chat = useChat();
  const groups = useSelect(chat.state, (state) => state.realm_user_groups);
  const people = useMemo(
    () => (groups === undefined ? [] : membersOf({ realm_user_groups: groups }, group.id)),
    [groups, group.id],
  );
  const online = useSelect(chat.presence, (all) => people.filter((id) => all.get(id) === 'online').length);
  const mayRemove = useSelect(chat.state, (state) => refuseGroupRemoval(state, group, [0]) === undefined);
  const inside = group.direct_subgroup_ids.flatMap(
    (id) => groups?.find((one) => one.id === id && !one.deactivated) ?? [],
  );
  const size = plural(people.length, { one: 'Group of # person', other: 'Group of # people' });
  return (
    <>
      <div className={card['head']}>
        <span className={`${pictures['group']} ${styles['number']}`} aria-hidden="true">
          {people.length}
        </span>
        <div className="grow">
          <p className={card['name']}>
            <bdi>{group.name}</bdi>
          </p>
          <p className="quiet">{`${size}, ${t('{online} online', { online })}`}</p>
        </div>
      </div>
      {group.description === '' ? null : <p className={card['status']}>{group.description}</p>}
      <ul className={styles['members']} aria-label={t('Members of {name}', { name: group.name })}>
        {group.members.slice(0, MAX_LISTED_MEMBERS).map((id) => (
          <MemberLine key={id} groupId={group.id} userId={id} anchor={anchor} mayRemove={mayRemove} />
        ))}
        {group.members.length > MAX_LISTED_MEMBERS ? (
          <li className="quiet">
            {plural(group.members.length - MAX_LISTED_MEMBERS, { one: '# more', other: '# more' })}
          </li>
        ) : null}
        {inside.map((one) => (
          <li key={`group-${one.id}`} className={styles['member']}>
            <button
              type="button"
              className={styles['member-name']}
              onClick={() => showGroupCard(one.id, anchor)}
            >
              <span className={pictures['group']} aria-hidden="true">
                {one.members.length}
              </span>
              <bdi className="clip">{one.name}</bdi>
            </button>
            <span className="quiet">{t('a group in it')}</span>
          </li>
        ))}
      </ul>
      <GroupActions group={group} people={people} />
    </>
  );
}

function MemberLine(props: {
  readonly groupId: number;
  readonly userId: number;
  readonly anchor: HTMLElement;
  readonly mayRemove: boolean;
}): ReactElement {
  const chat = useChat();
  const { groupId, userId } = props;
  const user = useSelect(chat.state, (state) => userById(state).get(userId));
  const minute = useMinute();
  const name = user?.full_name ?? t('Unknown user');
  return (
    <li className={styles['member']}>
      <button
        type="button"
        className={styles['member-name']}
        onClick={() => {
          hideGroupCard();
          showUserCard(userId, props.anchor);
        }}
      >
        <UserPicture userId={userId} size={20} hasPresence />
        <bdi className="clip">{name}</bdi>
      </button>
      <span className="quiet">{user === undefined ? '' : localTime(user.timezone, minute)}</span>
      {props.mayRemove ? (
        <IconButton
          icon="x"
          label={t('Remove {name}', { name })}
          className={styles['remove'] ?? ''}
          onClick={() => void changeMembers(chat, groupId, [userId], 'remove')}
        />
      ) : null}
    </li>
  );
}

function GroupActions(props: {
  readonly group: UserGroup;
  readonly people: readonly number[];
}): ReactElement {
  const { chat, go } = useChatScreen();
  const { group, people } = props;
  const { selfId } = chat;
  const [isAdding, setAdding] = useState(false);
  const isIn = group.members.includes(selfId);
  const mayAdd = useSelect(chat.state, (state) => refuseGroupAddition(state, group, [0]) === undefined);
  const mayPass = useSelect(
    chat.state,
    (state) => (isIn ? refuseGroupRemoval : refuseGroupAddition)(state, group, [selfId]) === undefined,
  );
  const others = people.filter((id) => id !== selfId).toSorted((a, b) => a - b);
  return (
    <>
      {isAdding ? <AddMembers group={group} onClose={() => setAdding(false)} /> : null}
      {mayPass || isIn ? null : (
        <WhoMay>
          {mayAdd ? t('You are not in it.') : t('You are not in it. Those who manage it add people.')}
        </WhoMay>
      )}
      {isIn && !mayPass ? <WhoMay>{t('You are in it. Those who manage it remove people.')}</WhoMay> : null}
      <div className={styles['actions']}>
        {others.length === 0 || others.length > MAX_MESSAGED ? null : (
          <button
            type="button"
            className="btn grow"
            onClick={() => {
              hideGroupCard();
              go({ view: 'messages', narrow: { kind: 'direct', userIds: others } });
            }}
          >
            <Icon name="mail" />
            {t('Message all {count}', { count: others.length })}
          </button>
        )}
        {mayPass ? (
          <button
            type="button"
            className="btn grow"
            onClick={() => void changeMembers(chat, group.id, [selfId], isIn ? 'remove' : 'add')}
          >
            <Icon name={isIn ? 'out' : 'plus'} />
            {isIn ? t('Leave') : t('Join')}
          </button>
        ) : null}
        {mayAdd && !isAdding ? (
          <button type="button" className="btn grow" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {t('Add people')}
          </button>
        ) : null}
      </div>
    </>
  );
}
