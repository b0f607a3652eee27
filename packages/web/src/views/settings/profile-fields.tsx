import type { State } from '@parley/client';
import { useMemo, useState, type ReactElement } from 'react';
import { setProfileValue, type ProfileValue } from '../../data/actions/account-actions.ts';
import { userById } from '../../data/derived/users.ts';
import { Icon } from '../../parts/icon.tsx';
import { showKept } from '../../parts/kept-store.ts';
import { Picker } from '../../parts/picker.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { WhoMay } from '../../parts/who-may.tsx';
import { matchText } from '../../words/match.ts';
import { t } from '../../words/index.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { UserPicture } from '../../screen/user-picture.tsx';
import { TextLine } from './text-line.tsx';

type ProfileField = NonNullable<State['custom_profile_fields']>[number];

/** Types of profile fields, by number. */
const PARAGRAPH_FIELD = 2;
const CHOICE_FIELD = 3;
const DATE_FIELD = 4;
const LINK_FIELD = 5;
const USERS_FIELD = 6;

const MAX_OPTIONS = 8;

/** Fields of the organization with the values of the user. */
export function ProfileFields(): ReactElement | null {
  const chat = useChat();
  const fields = useSelect(chat.state, (state) => state.custom_profile_fields) ?? [];
  if (fields.length === 0) return null;
  return (
    <section className="block" data-setting="fields">
      <h3>{t('Profile fields')}</h3>
      {fields.map((field) => (
        <FieldLine key={field.id} field={field} />
      ))}
    </section>
  );
}

function FieldLine({ field }: { readonly field: ProfileField }): ReactElement {
  const chat = useChat();
  const value = useSelect(chat.state, (state) => valueOf(state, chat.selfId, field.id));
  const whoMay = field.editable_by_user ? undefined : t('Administrators fill this in');
  const save = async (next: ProfileValue, shown: string, before: ProfileValue): Promise<void> => {
    await setProfileValue(chat, field.id, next);
    showKept({
      text: `${field.name}: ${shown}`,
      undo: () => void attempt(setProfileValue(chat, field.id, before)),
    });
  };
  const shared = { field, value, whoMay, save };
  if (field.type === CHOICE_FIELD) return <ChoiceLine {...shared} />;
  if (field.type === USERS_FIELD) return <UsersLine {...shared} />;
  return (
    <TextLine
      id={`field-${field.id}`}
      label={field.name}
      help={field.hint}
      value={value}
      whoMay={whoMay}
      isLong={field.type === PARAGRAPH_FIELD}
      type={field.type === DATE_FIELD ? 'date' : field.type === LINK_FIELD ? 'url' : 'text'}
      onSave={(next) => save(next, next, value)}
    />
  );
}

type FieldLineProps = {
  readonly field: ProfileField;
  readonly value: string;
  readonly whoMay: string | undefined;
  readonly save: (next: ProfileValue, shown: string, before: ProfileValue) => Promise<void>;
};

function ChoiceLine({ field, value, whoMay, save }: FieldLineProps): ReactElement {
  const choices = choicesOf(field.field_data);
  return (
    <label className="line">
      <span>
        {field.name}
        {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
      </span>
      <span className="field">
        <select
          aria-label={field.name}
          value={value}
          disabled={whoMay !== undefined}
          onChange={({ currentTarget: { value: next } }) =>
            void attempt(save(next, choices.find(([key]) => key === next)?.[1] ?? '', value))
          }
        >
          <option value="">{t('None')}</option>
          {choices.map(([key, text]) => (
            <option key={key} value={key}>
              {text}
            </option>
          ))}
        </select>
        <Icon name="down" isSmall />
      </span>
    </label>
  );
}

function UsersLine({ field, value, whoMay, save }: FieldLineProps): ReactElement {
  const chat = useChat();
  const users = useSelect(chat.state, (state) => state.realm_users);
  const index = useSelect(chat.state, userById);
  const [query, setQuery] = useState('');
  const ids = idsIn(value);
  const nameOf = (id: number): string => index.get(id)?.full_name ?? '';
  const options = useMemo(
    () =>
      (users ?? [])
        .filter(({ full_name: name, is_bot: isBot }) => !isBot && matchText(query, name) !== undefined)
        .slice(0, MAX_OPTIONS),
    [users, query],
  );
  const change = (next: readonly number[]): void =>
    void attempt(save(next, next.map(nameOf).join(', '), ids));
  const chipOf = (id: number) => ({
    key: String(id),
    name: nameOf(id),
    sign: <UserPicture userId={id} size={20} />,
  });
  return (
    <div className="line">
      <span>
        {field.name}
        {whoMay === undefined ? null : <WhoMay>{whoMay}</WhoMay>}
      </span>
      <Picker
        label={field.name}
        isLabelHidden
        placeholder={t('Add a person')}
        isDisabled={whoMay !== undefined}
        chips={ids.map(chipOf)}
        query={query}
        options={options.filter((user) => !ids.includes(user.user_id)).map((user) => chipOf(user.user_id))}
        onQuery={setQuery}
        onAdd={({ key }) => change([...ids, Number(key)])}
        onRemove={(key) => change(ids.filter((id) => id !== Number(key)))}
        onList={() => undefined}
      />
    </div>
  );
}

function valueOf(state: State, userId: number, fieldId: number): string {
  const user = userById(state).get(userId);
  if (user === undefined || !('profile_data' in user)) return '';
  return user.profile_data?.[String(fieldId)]?.value ?? '';
}

/** Keys and texts of a choice field, in their order. */
function choicesOf(data: string): [string, string][] {
  try {
    const choices = JSON.parse(data) as Record<string, { readonly text?: string; readonly order?: string }>;
    return Object.entries(choices)
      .toSorted(([, a], [, b]) => Number(a.order ?? 0) - Number(b.order ?? 0))
      .map(([key, { text = key }]) => [key, text]);
  } catch {
    return [];
  }
}

function idsIn(value: string): readonly number[] {
  try {
    const ids = JSON.parse(value) as unknown;
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'number') : [];
  } catch {
    return [];
  }
}
