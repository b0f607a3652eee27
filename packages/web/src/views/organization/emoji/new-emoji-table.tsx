import { useState, type ReactElement } from 'react';
import { addEmoji, removeEmoji } from '../../../data/actions/emoji-actions.ts';
import { Field } from '../../../parts/field.tsx';
import { IconButton } from '../../../parts/icon-button.tsx';
import { showKept } from '../../../parts/kept-store.ts';
import { useWatched } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { userName } from '../../../screen/titles.ts';
import { failureText } from '../../../words/failure-text.ts';
import { plural, t } from '../../../words/index.ts';
import { BlockHead } from '../../settings/block-head.tsx';
import { canBeAdded, stateOfName, type NameState } from './emoji-names.ts';
import styles from './emoji.module.css';
import table from '../../../parts/table.module.css';

/** A picture that is to become an emoji. */
export type NewEmoji = {
  readonly key: string;
  readonly file: File;
  /** Address of the picture in this browser. */
  readonly url: string;
  readonly name: string;
  /** The refusal of the server. */
  readonly problem?: string;
};

export type NewEmojiTableProps = {
  readonly added: readonly NewEmoji[];
  readonly onChange: (change: (before: readonly NewEmoji[]) => readonly NewEmoji[]) => void;
};

/** Pictures with their names, which can be changed, and whether each can be added. */
export function NewEmojiTable({ added, onChange }: NewEmojiTableProps): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const [isBusy, setBusy] = useState(false);
  const own = Object.values(state.realm_emoji ?? {});
  const stateOf = ({ key, name }: NewEmoji): NameState =>
    stateOfName(name, {
      own,
      others: added.filter((other) => other.key !== key).map((other) => other.name),
      selfId: chat.selfId,
      isAdministrator: state.is_admin === true,
    });
  const ready = added.filter((one) => canBeAdded(stateOf(one)));
  const drop = ({ key, url }: NewEmoji): void => {
    URL.revokeObjectURL(url);
    onChange((before) => before.filter((other) => other.key !== key));
  };
  const refuse = (key: string, problem: string): void =>
    onChange((before) => before.map((one) => (one.key === key ? { ...one, problem } : one)));
  const rename = (key: string, name: string): void =>
    onChange((before) => before.map((one) => (one.key === key ? withName(one, name) : one)));
  const addAll = async (): Promise<void> => {
    setBusy(true);
    let count = 0;
    for (const one of ready)
      try {
        if (stateOf(one).kind === 'taken') await removeEmoji(chat, one.name);
        await addEmoji(chat, one.name, one.file);
        drop(one);
        count++;
      } catch (error) {
        refuse(one.key, failureText(error));
      }
    setBusy(false);
    if (count > 0)
      showKept({ text: plural(count, { one: '# emoji was added', other: '# emoji were added' }) });
  };
  return (
    <section className="block" aria-busy={isBusy}>
      <BlockHead title={t('To add')}>
        <button
          type="button"
          className="btn primary"
          disabled={isBusy || ready.length === 0}
          onClick={() => void addAll()}
        >
          {t('Add {count}', { count: ready.length })}
        </button>
      </BlockHead>
      <table className={`${table['table']} ${styles['table']}`} aria-label={t('To add')}>
        <thead>
          <tr>
            <th scope="col" className={styles['picture-cell']}>
              {t('Picture')}
            </th>
            <th scope="col">{t('Name')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col" className={styles['action']}>
              <span className="sr">{t('Actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {added.map((one) => (
            <tr key={one.key}>
              <td>
                <img src={one.url} alt={one.file.name} className={styles['picture']} />
              </td>
              <td>
                <Field
                  label={t('Name of {file}', { file: one.file.name })}
                  isLabelHidden
                  autoComplete="off"
                  value={one.name}
                  disabled={isBusy}
                  onChange={(event) => rename(one.key, event.currentTarget.value)}
                />
              </td>
              <td>
                <NameTag state={stateOf(one)} problem={one.problem} />
              </td>
              <td>
                <IconButton
                  icon="x"
                  label={t('Leave out {name}', { name: one.name })}
                  disabled={isBusy}
                  onClick={() => drop(one)}
                />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function withName({ key, file, url }: NewEmoji, name: string): NewEmoji {
  return { key, file, url, name };
}

type NameTagProps = { readonly state: NameState; readonly problem: string | undefined };

function NameTag({ state, problem }: NameTagProps): ReactElement {
  const chat = useChat();
  if (problem !== undefined)
    return (
      <span className={`${styles['tag']} ${styles['no']}`} role="alert">
        {problem}
      </span>
    );
  const look = state.kind === 'free' ? styles['ok'] : canBeAdded(state) ? styles['warn'] : styles['no'];
  return <span className={`${styles['tag']} ${look}`}>{wordsOf()}</span>;

  function wordsOf(): string {
    switch (state.kind) {
      case 'free':
        return t('Free');
      case 'bad':
        return t('Small letters, digits, - and _');
      case 'twice':
        return t('Twice in this list');
      case 'taken': {
        const name = state.authorId === null ? undefined : userName(chat.state.get(), state.authorId);
        if (!state.mayReplace) return t('Exists already');
        return name === undefined ? t('Replaces another one') : t('Replaces the one of {name}', { name });
      }
      case 'standard':
        return state.mayReplace ? t('Hides one of the standard set') : t('Exists in the standard set');
    }
  }
}
