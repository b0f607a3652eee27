import { refuseGroupAddition, refuseGroupRemoval } from '@parley/client';
import { refuseGroupChange } from '@parley/client/rights/group-rights.ts';
import type { ReactElement } from 'react';
import { changeGroupParts, type GroupParts } from '../../../data/actions/group-actions.ts';
import { groupById, membersOf, type UserGroup } from '../../../data/derived/groups.ts';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { groupName } from '../../../screen/group-words.ts';
import { userName } from '../../../screen/titles.ts';
import { listOf, plural, t } from '../../../words/index.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
import { keep } from '../../settings/use-save-setting.ts';
import styles from './groups.module.css';
import { idsOf } from './picked-parts.ts';

/** Chips are drawn for so many people; a larger group is a sentence with a field to add. */
const MAX_CHIPS = 50;

/** People and groups in a group; a change is made at once. */
export function GroupMembers({ group }: { readonly group: UserGroup }): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const mayAdd = refuseGroupAddition(state, group, [0]) === undefined && !group.deactivated;
  const mayRemove = refuseGroupRemoval(state, group, [0]) === undefined && !group.deactivated;
  const mayNest = refuseGroupChange(state, group) === undefined;
  const inside = group.direct_subgroup_ids.flatMap((id) => groupById(state, id) ?? []);
  const isLarge = group.members.length > MAX_CHIPS;
  const present: readonly Picked[] = [
    ...group.members.map((id) => ({ kind: 'user', id, name: userName(state, id) }) as const),
    ...inside.map((one) => ({ kind: 'group', id: one.id, name: groupName(one) }) as const),
  ];
  const shown = isLarge ? [] : present;
  const onChange = (next: readonly Picked[]): void => {
    const added = minus(next, isLarge ? present : shown).filter(({ kind }) => mayNest || kind === 'user');
    const removed = minus(shown, next).filter(({ kind }) => (kind === 'user' ? mayRemove : mayNest));
    if (added.length + removed.length > 0) void save(added, removed);
  };
  const save = async (added: readonly Picked[], removed: readonly Picked[]): Promise<void> => {
    const names = listOf([...added, ...removed].map(({ name }) => name));
    const text =
      removed.length === 0
        ? t('{names} added to {group}', { names, group: group.name })
        : t('{names} removed from {group}', { names, group: group.name });
    const [there, gone] = [partsOf(added), partsOf(removed)];
    await keep(text, changeGroupParts(chat, group.id, there, gone), () =>
      changeGroupParts(chat, group.id, gone, there),
    );
  };
  return (
    <>
      <h4>{t('Members')}</h4>
      {mayAdd || mayRemove ? (
        <PeoplePicker
          label={t('Members of {name}', { name: group.name })}
          isLabelHidden
          placeholder={t('Add')}
          picked={shown}
          onChange={onChange}
        />
      ) : (
        <p>
          {present.length === 0 ? t('Nobody') : listOf(present.slice(0, MAX_CHIPS).map(({ name }) => name))}
        </p>
      )}
      <MemberCount group={group} inside={inside.map(groupName)} />
    </>
  );
}

/** People of the group by name, and those who are in it through other groups. */
function MemberCount(props: { readonly group: UserGroup; readonly inside: readonly string[] }): ReactElement {
  const chat = useChat();
  const { group, inside } = props;
  const all = useSelect(chat.state, (state) => membersOf(state, group.id).length);
  const count = plural(all, { one: '# person in all', other: '# people in all' });
  const through = all - group.members.length;
  return (
    <p className={`help ${styles['count']}`}>
      {through === 0
        ? `${count}.`
        : t('{count}: {direct} by name, {through} through {groups}.', {
            count,
            direct: group.members.length,
            through,
            groups: listOf(inside),
          })}
    </p>
  );
}

function minus(from: readonly Picked[], others: readonly Picked[]): readonly Picked[] {
  return from.filter(
    (one) =>
      one.kind !== 'unknown' &&
      one.kind !== 'channel' &&
      !others.some((other) => other.kind === one.kind && other.id === one.id),
  );
}

function partsOf(picked: readonly Picked[]): GroupParts {
  return { users: idsOf(picked, 'user'), groups: idsOf(picked, 'group') };
}
