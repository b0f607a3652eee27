import type { State } from '@parley/client';
import type { RealmPermission } from '@parley/contract/objects/permission-settings.ts';
import { useState, type ReactElement } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { SelectField } from '../../../parts/select-field.tsx';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { holderNames } from '../../../screen/group-words.ts';
import { roleName } from '../../../screen/role-name.ts';
import { userName } from '../../../screen/titles.ts';
import { inSentence, t } from '../../../words/index.ts';
import { userById } from '../../../data/derived/users.ts';
import { PeoplePicker } from '../../picking/people-picker.tsx';
import type { Picked } from '../../picking/picked.ts';
import styles from './may-they.module.css';
import { holderOf, mayThey, type PermissionAnswer } from './permission-answer.ts';
import { permissionVerbs } from './permission-entries.ts';

/** Answers for one person and one permission, with the rule that decides. */
export function MayThey(): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [picked, setPicked] = useState<readonly Picked[]>([]);
  const entries = permissionVerbs().flatMap((verb) => verb.entries);
  const [permission, setPermission] = useState<RealmPermission>('can_delete_any_message_group');
  const person = picked.find(({ kind }) => kind === 'user');
  const what = entries.find(({ name }) => name === permission)?.label ?? '';
  return (
    <div className={styles['question']}>
      <h3>{t('May they?')}</h3>
      <p className="help">{t('Ask for one person. The answer follows role and groups.')}</p>
      <PeoplePicker
        label={t('Person')}
        placeholder={t('Name')}
        picked={person === undefined ? [] : [person]}
        onChange={(next) => setPicked(next.filter(({ kind }) => kind === 'user').slice(-1))}
      />
      <SelectField
        label={t('What')}
        value={permission}
        options={entries.map(({ name, label }) => ({ value: name, name: label }))}
        onChange={setPermission}
      />
      <div role="status">
        {person === undefined || person.kind === 'unknown' ? null : (
          <Answer state={state} userId={person.id} permission={permission} what={what} />
        )}
      </div>
    </div>
  );
}

type AnswerProps = {
  readonly state: State;
  readonly userId: number;
  readonly permission: RealmPermission;
  /** The permission in words. */
  readonly what: string;
};

function Answer({ state, userId, permission, what }: AnswerProps): ReactElement {
  const answer = mayThey(state, userId, permission);
  const name = userName(state, userId);
  return (
    <div className={styles['answer']}>
      <Icon name={answer.isYes ? 'check' : 'x'} />
      <div>
        <p>
          <b>{answer.isYes ? t('Yes.') : t('No.')}</b> {name}: {inSentence(what)}
        </p>
        <p className="help">{reasonOf(state, userId, permission, answer)}</p>
      </div>
    </div>
  );
}

function reasonOf(
  state: State,
  userId: number,
  permission: RealmPermission,
  { rule }: PermissionAnswer,
): string {
  const user = userById(state).get(userId);
  const role = user === undefined || !('role' in user) ? '' : inSentence(roleName(user.role));
  const names = holderNames(state, holderOf(state, permission));
  switch (rule) {
    case 'deactivated':
      return t('The account is not active.');
    case 'guest':
      return t('Guests never have this permission.');
    case 'holds':
      return t('The organization allows: {names}. Their role: {role}.', { names, role });
    case 'not-held':
      return t(
        'The organization allows: {names}. Their role: {role}. Change the role, or add them to a group that may.',
        {
          names,
          role,
        },
      );
  }
}
