import type { ReactElement } from 'react';
import type { UserGroup } from '../../../data/derived/groups.ts';
import { Icon } from '../../../parts/icon.tsx';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { groupName } from '../../../screen/group-words.ts';
import { t } from '../../../words/index.ts';
import { usesOf, type GroupUse } from './group-uses.ts';
import styles from './groups.module.css';

/** Rules that name the group, each with a link to where it is changed. */
export function GroupUses({ group }: { readonly group: UserGroup }): ReactElement {
  const { chat } = useChatScreen();
  const uses = usesOf(useWatched(chat.state), group.id);
  return (
    <>
      <h4>{t('Used by')}</h4>
      {uses.length === 0 ? (
        <p className="help">{t('No rule names this group.')}</p>
      ) : (
        <ul className={styles['list']}>
          {uses.map((use) => (
            <li key={keyOf(use)}>
              <UseLink use={use} />
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function UseLink({ use }: { readonly use: GroupUse }): ReactElement {
  const { addressOf } = useChatScreen();
  switch (use.kind) {
    case 'permission':
      return (
        <a href={addressOf({ view: 'organization', page: `permissions/${use.name}` })}>
          <Icon name="shield" />
          {use.label}
        </a>
      );
    case 'channel':
      return (
        <a href={addressOf({ view: 'topics', channelId: use.channelId })}>
          <Icon name="hash" />
          <span>
            <bdi>{use.channel}</bdi>: {use.label}
          </span>
        </a>
      );
    case 'group':
      return (
        <a href={addressOf({ view: 'organization', page: `groups/${use.groupId}` })}>
          <Icon name="people" />
          <span>
            <bdi>{groupName({ name: use.group })}</bdi>: {use.label}
          </span>
        </a>
      );
  }
}

function keyOf(use: GroupUse): string {
  if (use.kind === 'permission') return use.name;
  return `${use.kind} ${use.kind === 'channel' ? use.channelId : use.groupId} ${use.label}`;
}
