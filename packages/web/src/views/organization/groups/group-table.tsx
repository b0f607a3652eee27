import { useState, type ReactElement } from 'react';
import { membersOf, type UserGroup } from '../../../data/derived/groups.ts';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChatScreen } from '../../../screen/chat-context.ts';
import { groupName } from '../../../screen/group-words.ts';
import { UserPicture } from '../../../screen/user-picture.tsx';
import { plural, t } from '../../../words/index.ts';
import styles from './groups.module.css';
import linked from '../linked-name.module.css';
import pictures from '../../../parts/picture.module.css';
import { useChosenGroup } from './use-chosen-group.ts';
import table from '../../../parts/table.module.css';

/** Rows at first, and more with each press. */
const PORTION = 50;
const MAX_PICTURES = 3;

export type GroupTableProps = {
  readonly groups: readonly UserGroup[];
  /** Rules that name a group, by its id. */
  readonly uses: ReadonlyMap<number, number>;
};

export function GroupTable({ groups, uses }: GroupTableProps): ReactElement {
  const [max, setMax] = useState(PORTION);
  return (
    <>
      <table className={`${table['table']} ${styles['table']}`}>
        <thead>
          <tr>
            <th scope="col">{t('Group')}</th>
            <th scope="col" className={styles['members']}>
              {t('Members')}
            </th>
            <th scope="col" className={styles['uses']}>
              {t('Used by')}
            </th>
          </tr>
        </thead>
        <tbody>
          {groups.slice(0, max).map((group) => (
            <GroupRow key={group.id} group={group} uses={uses.get(group.id) ?? 0} />
          ))}
        </tbody>
      </table>
      {groups.length > max ? (
        <button type="button" className="lk" onClick={() => setMax(max + PORTION)}>
          {plural(groups.length - max, { one: '# more', other: '# more' })}
        </button>
      ) : null}
    </>
  );
}

function GroupRow({ group, uses }: { readonly group: UserGroup; readonly uses: number }): ReactElement {
  const { chat } = useChatScreen();
  const isChosen = useChosenGroup()?.id === group.id;
  const members = useSelect(chat.state, (state) => membersOf(state, group.id).length);
  const first = useSelect(chat.state, (state) => membersOf(state, group.id).slice(0, MAX_PICTURES).join(' '));
  return (
    <tr className={isChosen ? styles['chosen'] : undefined}>
      <th scope="row">
        <GroupName group={group} members={members} isChosen={isChosen} />
      </th>
      <td>
        <span className={pictures['stack']} aria-hidden="true">
          {first === ''
            ? null
            : first.split(' ').map((id) => <UserPicture key={id} userId={Number(id)} size={20} />)}
        </span>
        <span className="sr">{plural(members, { one: '# person', other: '# people' })}</span>
      </td>
      <td>{uses === 0 ? '–' : plural(uses, { one: '# rule', other: '# rules' })}</td>
    </tr>
  );
}

type GroupNameProps = { readonly group: UserGroup; readonly members: number; readonly isChosen: boolean };

function GroupName({ group, members, isChosen }: GroupNameProps): ReactElement {
  const { addressOf } = useChatScreen();
  return (
    <span className={linked['name']}>
      <span className={pictures['group']} aria-hidden="true">
        {members}
      </span>
      <span className={linked['words']}>
        <a
          href={addressOf({ view: 'organization', page: `groups/${group.id}` })}
          aria-current={isChosen ? 'true' : undefined}
          dir="auto"
        >
          {groupName(group)}
        </a>
        <span className="help clip">{group.description}</span>
      </span>
    </span>
  );
}
