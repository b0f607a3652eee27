import { useState, type ReactElement, type RefObject } from 'react';
import { IconButton } from '../parts/icon-button.tsx';
import { useWatched } from '../parts/use-cell.ts';
import { useChat } from '../screen/chat-context.ts';
import { t } from '../words/index.ts';
import { ComboField } from './combo-field.tsx';
import { rankUsers } from './complete/rank-users.ts';
import { rankingOf } from './complete/suggest-users.ts';
import { MAX_SUGGESTIONS } from './complete/suggestion.ts';
import { userRow } from './complete/user-row.ts';
import { useUserNames } from './use-names.ts';
import head from './head.module.css';

export type RecipientsFieldProps = {
  readonly userIds: readonly number[];
  readonly onChange: (userIds: readonly number[]) => void;
  readonly onDone: () => void;
  readonly onLeave: () => void;
  readonly inputRef?: RefObject<HTMLInputElement | null>;
};

/** Users of a new direct message as chips, and a field for more. */
export function RecipientsField({
  userIds,
  onChange,
  onDone,
  onLeave,
  inputRef,
}: RecipientsFieldProps): ReactElement {
  const chat = useChat();
  const users = useWatched(chat.state).realm_users ?? [];
  const names = useUserNames(userIds);
  const [query, setQuery] = useState('');
  const ranking = rankingOf(chat, undefined);
  const chosen = new Set(userIds);
  const options = rankUsers(users, query, ranking, MAX_SUGGESTIONS + userIds.length)
    .filter(({ user }) => !chosen.has(user.user_id))
    .slice(0, MAX_SUGGESTIONS)
    .map((found) => ({
      ...userRow(found, chat, found.user.user_id === chat.selfId ? t('you') : undefined),
      pick: () => {
        setQuery('');
        onChange([...userIds, found.user.user_id]);
      },
    }));
  return (
    <>
      {t('To')}
      {userIds.map((id, index) => (
        <span className={`chip ${head['chip']}`} key={id}>
          <bdi className="clip">{names[index]}</bdi>
          <IconButton
            icon="x"
            label={t('Remove {name}', { name: names[index] ?? '' })}
            onClick={() => onChange(userIds.filter((other) => other !== id))}
          />
        </span>
      ))}
      <ComboField
        inputRef={inputRef}
        className={head['field']}
        label={t('Recipients')}
        listLabel={t('People')}
        placeholder={userIds.length === 0 ? t('Name or e-mail') : t('Add another')}
        value={query}
        isFocused={userIds.length === 0}
        options={options}
        preferred={query === '' ? -1 : 0}
        onChange={setQuery}
        onDone={onDone}
        onLeave={onLeave}
        onBackspaceAtStart={() => onChange(userIds.slice(0, -1))}
      />
    </>
  );
}
