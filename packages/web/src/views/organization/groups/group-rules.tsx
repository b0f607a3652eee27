import type { GroupPermission } from '@parley/contract/objects/permission-settings.ts';
import { useState, type ReactElement } from 'react';
import { changeGroup } from '../../../data/actions/group-actions.ts';
import type { UserGroup } from '../../../data/derived/groups.ts';
import { InlineChoice } from '../../../parts/inline-choice.tsx';
import type { MenuEntry, MenuGroup } from '../../../parts/surface-props.ts';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { groupChoices } from '../../../screen/group-choices.ts';
import { groupName, holderNames, type Holder } from '../../../screen/group-words.ts';
import { t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { HoldersDialog } from '../permissions/holders-dialog.tsx';
import { groupWords } from './group-uses.ts';
import styles from './groups.module.css';

export type GroupRulesProps = { readonly group: UserGroup; readonly mayChange: boolean };

/** The permissions of a group as sentences. */
export function GroupRules({ group, mayChange }: GroupRulesProps): ReactElement {
  const words = Object.entries(groupWords()) as [GroupPermission, string][];
  return (
    <>
      <h4>{t('Rules of the group')}</h4>
      {words.map(([name, verb]) => (
        <GroupRule key={name} group={group} name={name} verb={verb} mayChange={mayChange} />
      ))}
    </>
  );
}

type GroupRuleProps = GroupRulesProps & { readonly name: GroupPermission; readonly verb: string };

function GroupRule({ group, name, verb, mayChange }: GroupRuleProps): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [isChoosing, setChoosing] = useState(false);
  const holder = group[name];
  const label = t('Who {verb}', { verb });
  const save = (next: Holder): void =>
    void keep(
      `${label}: ${holderNames(state, next)}`,
      changeGroup(chat, group.id, { [name]: { new: next, old: holder } }),
      () => changeGroup(chat, group.id, { [name]: { new: holder, old: next } }),
    );
  return (
    <p className={styles['rule']}>
      <InlineChoice label={label} text={holderNames(state, holder)} groups={mayChange ? menu : undefined} />{' '}
      {verb}.
      {isChoosing ? (
        <HoldersDialog label={label} holder={holder} onSave={save} onClose={() => setChoosing(false)} />
      ) : null}
    </p>
  );

  function menu(): MenuGroup[] {
    const accepted = state.server_supported_permission_settings?.group[name];
    const { roles, named } = groupChoices(state, accepted, (role) => groupName({ name: role }));
    const entry = (one: { readonly id: number; readonly name: string }): MenuEntry => ({
      id: String(one.id),
      label: one.name,
      isChecked: holder === one.id,
      run: () => save(one.id),
    });
    return [
      { entries: roles.map(entry) },
      ...(named.length === 0 ? [] : [{ title: t('Groups'), entries: named.map(entry) }]),
      {
        entries: [
          {
            id: 'several',
            label: t('Several groups and people'),
            icon: 'people',
            run: () => setChoosing(true),
          },
        ],
      },
    ];
  }
}
