import { useState, type ReactElement } from 'react';
import { addEmoji, readEmojiPicture, removeEmoji } from '../../../data/actions/emoji-actions.ts';
import { Field } from '../../../parts/field.tsx';
import { IconButton } from '../../../parts/icon-button.tsx';
import { useSelect } from '../../../parts/use-cell.ts';
import { useChat } from '../../../screen/chat-context.ts';
import { userName } from '../../../screen/titles.ts';
import { plural, t } from '../../../words/index.ts';
import { keep } from '../../settings/use-save-setting.ts';
import type { NamedEmoji } from './emoji-names.ts';
import styles from './emoji.module.css';

/** Emoji at first, and more with each press. */
const PORTION = 120;
/** Lists with fewer need no search. */
const SEARCHED_FROM = 12;

/** Emoji in use, with their makers. */
export function OwnEmoji({ emoji }: { readonly emoji: readonly NamedEmoji[] }): ReactElement {
  const [typed, setTyped] = useState('');
  const [max, setMax] = useState(PORTION);
  const wanted = typed.trim().toLowerCase();
  const found = emoji
    .filter(({ name }) => name.includes(wanted))
    .toSorted((a, b) => a.name.localeCompare(b.name));
  return (
    <section className="block">
      <h3>{t('Your own')}</h3>
      {emoji.length < SEARCHED_FROM ? null : (
        <Field
          label={t('Find an emoji')}
          isLabelHidden
          icon="search"
          placeholder={t('Find an emoji')}
          value={typed}
          onChange={(event) => {
            setTyped(event.currentTarget.value);
            setMax(PORTION);
          }}
        />
      )}
      {found.length === 0 ? (
        <p className="help" role="status">
          {emoji.length === 0 ? t('None yet.') : t('No emoji matches.')}
        </p>
      ) : null}
      <ul className={styles['own']} aria-label={t('Emoji of the organization')}>
        {found.slice(0, max).map((one) => (
          <EmojiLine key={one.id} emoji={one} />
        ))}
      </ul>
      {found.length > max ? (
        <button type="button" className="lk" onClick={() => setMax(max + PORTION)}>
          {plural(found.length - max, { one: '# more', other: '# more' })}
        </button>
      ) : null}
    </section>
  );
}

function EmojiLine({ emoji }: { readonly emoji: NamedEmoji }): ReactElement {
  const chat = useChat();
  const { name, author_id: authorId, source_url: url } = emoji;
  const mayRemove = useSelect(chat.state, (state) => state.is_admin === true || authorId === chat.selfId);
  const remove = async (): Promise<void> => {
    const picture = readEmojiPicture(url);
    await keep(
      t('{name} can no longer be chosen', { name: `:${name}:` }),
      picture.then(() => removeEmoji(chat, name)),
      async () => addEmoji(chat, name, await picture),
    );
  };
  return (
    <li className={styles['one']}>
      <img src={url} alt="" loading="lazy" className={styles['picture']} />
      <span className="grow">
        <bdi className={styles['name']}>{`:${name}:`}</bdi>
        <span className="help">
          {authorId === null ? t('Unknown') : userName(chat.state.get(), authorId)}
        </span>
      </span>
      {mayRemove ? (
        <IconButton icon="trash" label={t('Deactivate {name}', { name })} onClick={() => void remove()} />
      ) : null}
    </li>
  );
}
