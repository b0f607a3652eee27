import type { State } from '@parley/client';
import type { ReactElement } from 'react';
import { changeField, dropField, orderFields } from '../../../data/actions/field-actions.ts';
import { ask } from '../../../parts/question-store.ts';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { plural, t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import { moved, RowTools } from '../row-tools.tsx';
import { kindName, type ProfileField } from './field-kinds.ts';
import styles from './fields.module.css';
import table from '../../../parts/table.module.css';

/** Fields at most on the card of a person. */
const MAX_ON_CARD = 2;

export type FieldTableProps = {
  readonly fields: readonly ProfileField[];
  /** Undefined if the reader may change nothing. */
  readonly onEdit: ((field: ProfileField) => void) | undefined;
};

/** Fields in the order of the profiles; checks are saved at once. */
export function FieldTable({ fields, onEdit }: FieldTableProps): ReactElement {
  const chat = useChat();
  const ids = fields.map(({ id }) => id);
  const onCard = fields.filter((field) => field.display_in_profile_summary === true).length;
  const move = (from: number, to: number): void =>
    void keep(t('Order of fields changed'), orderFields(chat, moved(ids, from, to)), () =>
      orderFields(chat, ids),
    );
  const remove = async ({ id, name }: ProfileField): Promise<void> => {
    const { filled } = filledIn(chat.state.get(), id);
    if (await askToRemove(name, filled))
      await keep(t('Field removed: {name}', { name }), dropField(chat, id));
  };
  return (
    <>
      <table className={`${table['table']} ${styles['table']}`} aria-label={t('Profile fields')}>
        <thead>
          <tr>
            <th scope="col">{t('Field')}</th>
            <th scope="col" className={styles['kind']}>
              {t('Kind')}
            </th>
            <th scope="col" className={table['center']}>
              {t('On the card')}
            </th>
            <th scope="col" className={table['center']}>
              {t('Needed')}
            </th>
            <th scope="col" className={styles['filled']}>
              {t('Filled in')}
            </th>
            <th scope="col" className={styles['actions']}>
              <span className="sr">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field, index) => (
            <FieldRow
              key={field.id}
              field={field}
              isCardFull={onCard >= MAX_ON_CARD}
              tools={
                onEdit === undefined ? null : (
                  <RowTools
                    name={field.name}
                    index={index}
                    count={fields.length}
                    onEdit={() => onEdit(field)}
                    onMove={(to) => move(index, to)}
                    onRemove={() => void remove(field)}
                  />
                )
              }
            />
          ))}
        </tbody>
      </table>
      <p className="help">{t('At most two on the card. People are asked to fill in a needed field.')}</p>
    </>
  );
}

function askToRemove(name: string, filled: number): Promise<boolean> {
  return ask({
    title: t('Remove the field {name}?', { name }),
    text: [
      filled === 0
        ? t('Nobody has filled it in.')
        : plural(filled, {
            one: 'What # person has filled in is deleted, for good.',
            other: 'What # people have filled in is deleted, for good.',
          }),
    ],
    yes: t('Remove'),
    no: t('Keep'),
    isDanger: true,
  });
}

type FieldRowProps = {
  readonly field: ProfileField;
  /** Whether no further field fits on the card. */
  readonly isCardFull: boolean;
  readonly tools: ReactElement | null;
};

function FieldRow({ field, isCardFull, tools }: FieldRowProps): ReactElement {
  const chat = useChat();
  const { id, name, type, required } = field;
  const isOnCard = field.display_in_profile_summary === true;
  const { filled, people } = filledIn(useWatched(chat.state), id);
  const isReadOnly = tools === null;
  return (
    <tr>
      <th scope="row">
        <bdi>{name}</bdi>
        {field.hint === '' ? null : <span className="help">{field.hint}</span>}
      </th>
      <td className={`quiet ${styles['kind']}`}>{kindName(type)}</td>
      <td className={table['center']}>
        <label>
          <input
            type="checkbox"
            aria-label={t('{name} on the card', { name })}
            checked={isOnCard}
            disabled={isReadOnly || (isCardFull && !isOnCard)}
            onChange={() =>
              void keep(
                isOnCard ? t('{name} is not on the card', { name }) : t('{name} is on the card', { name }),
                changeField(chat, id, { display_in_profile_summary: !isOnCard }),
                () => changeField(chat, id, { display_in_profile_summary: isOnCard }),
              )
            }
          />
        </label>
      </td>
      <td className={table['center']}>
        <label>
          <input
            type="checkbox"
            aria-label={t('{name} is needed', { name })}
            checked={required}
            disabled={isReadOnly}
            onChange={() =>
              void keep(
                required ? t('{name} may stay empty', { name }) : t('{name} is needed', { name }),
                changeField(chat, id, { required: !required }),
                () => changeField(chat, id, { required }),
              )
            }
          />
        </label>
      </td>
      <td className={`quiet num ${styles['filled']}`}>{t('{filled} of {people}', { filled, people })}</td>
      <td>{tools}</td>
    </tr>
  );
}

/** People who have filled in a field, of all active ones. */
function filledIn(state: State, fieldId: number): { readonly filled: number; readonly people: number } {
  const people = (state.realm_users ?? []).filter(({ is_bot: isBot }) => !isBot);
  const filled = people.filter(
    (user) => 'profile_data' in user && (user.profile_data?.[String(fieldId)]?.value ?? '') !== '',
  );
  return { filled: filled.length, people: people.length };
}
