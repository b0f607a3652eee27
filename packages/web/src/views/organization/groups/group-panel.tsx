import { refuseGroupChange } from '@parley/client/rights/group-rights.ts';
import { useEffect, useRef, type ReactElement } from 'react';
import { changeGroup, endGroup, type GroupChange } from '../../../data/actions/group-actions.ts';
import { membersOf, type UserGroup } from '../../../data/derived/groups.ts';
import { EditableText } from '../../../parts/editable-text.tsx';
import { Icon } from '../../../parts/icon.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { attempt } from '../../../screen/attempt.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { groupName, holderNames } from '../../../screen/group-words.ts';
import { failureText } from '../../../words/failure-text.ts';
import { plural, t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { GroupMembers } from './group-members.tsx';
import { GroupRules } from './group-rules.tsx';
import { GroupUses } from './group-uses-list.tsx';
import { usesOf } from './group-uses.ts';
import styles from './groups.module.css';
import pictures from '../../../parts/picture.module.css';
import { useChosenGroup } from './use-chosen-group.ts';

/** The chosen group: its name, people, uses and rules, and its end. */
export function GroupPanel(): ReactElement {
  const group = useChosenGroup();
  return group === undefined ? (
    <p className="help">{t('Choose a group to see its people, its rules and where it is used.')}</p>
  ) : (
    <Group key={group.id} group={group} />
  );
}

function Group({ group }: { readonly group: UserGroup }): ReactElement {
  const chat = useChat();
  const top = useRef<HTMLDivElement>(null);
  // The panel of a phone stands below the table.
  useEffect(() => {
    top.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const isSystem = group.is_system_group;
  const refusal = useSelect(chat.state, (state) => refuseGroupChange(state, group)?.reason);
  const managers = useSelect(chat.state, (state) =>
    group.is_system_group ? '' : holderNames(state, group.can_manage_group),
  );
  const count = useSelect(chat.state, (state) => membersOf(state, group.id).length);
  const mayChange = refusal === undefined && !group.deactivated;
  const save = async (change: GroupChange, back: GroupChange, text: string): Promise<string | undefined> => {
    try {
      await changeGroup(chat, group.id, change);
    } catch (error) {
      return failureText(error);
    }
    showKept({ text, undo: () => void attempt(changeGroup(chat, group.id, back)) });
    return undefined;
  };
  return (
    <div ref={top} className={styles['panel']}>
      <div className={styles['title']}>
        <span className={pictures['group']} aria-hidden="true">
          {count}
        </span>
        <h3 className="grow">
          <bdi>{groupName(group)}</bdi>
        </h3>
      </div>
      {isSystem ? (
        <WhoMay>{t('The server keeps the groups of roles. Change the role of a person instead.')}</WhoMay>
      ) : (
        <>
          {refusal === undefined ? null : (
            <WhoMay>{t('{names} may change this group', { names: managers })}</WhoMay>
          )}
          <h4>{t('Name')}</h4>
          <EditableText
            label={t('Name')}
            value={group.name}
            emptyText=""
            isEditable={mayChange}
            onSave={(name) => save({ name }, { name: group.name }, t('Group renamed: {name}', { name }))}
          />
          <h4>{t('Description')}</h4>
          <EditableText
            label={t('Description')}
            value={group.description}
            emptyText={t('No description')}
            isEditable={mayChange}
            onSave={(description) =>
              save({ description }, { description: group.description }, t('Description changed'))
            }
          />
        </>
      )}
      <GroupMembers group={group} />
      <GroupUses group={group} />
      {isSystem ? null : <GroupRules group={group} mayChange={mayChange} />}
      {isSystem ? null : <GroupEnd group={group} isMine={refusal === undefined} />}
    </div>
  );
}

/** A group that a rule names cannot be taken out of use. */
function GroupEnd(props: { readonly group: UserGroup; readonly isMine: boolean }): ReactElement | null {
  const chat = useChat();
  const { id, name, deactivated } = props.group;
  const uses = usesOf(useWatched(chat.state), id).length;
  if (!props.isMine) return null;
  const back = (): Promise<void> => changeGroup(chat, id, { deactivated: false });
  if (deactivated)
    return (
      <button
        type="button"
        className="btn full"
        onClick={() => void keep(t('{name} is back', { name }), back())}
      >
        <Icon name="retry" />
        {t('Bring it back')}
      </button>
    );
  return (
    <div className={styles['end']}>
      <button
        type="button"
        className="btn danger"
        disabled={uses > 0}
        onClick={() => void keep(t('{name} is deactivated', { name }), endGroup(chat, id), back)}
      >
        <Icon name="hide" />
        {t('Deactivate')}
      </button>
      {uses === 0 ? null : (
        <WhoMay>
          {plural(uses, { one: 'First take it out of # rule', other: 'First take it out of # rules' })}
        </WhoMay>
      )}
    </div>
  );
}
