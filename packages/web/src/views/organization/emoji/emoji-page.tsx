import { holds } from '@parley/client';
import { useRef, useState, type ReactElement } from 'react';
import { Icon } from '../../../parts/icon.tsx';
import { useSelect, useWatched } from '../../../parts/use-cell.ts';
import { useDroppedFiles } from '../../../parts/use-dropped-files.ts';
import { WhoMay } from '../../../parts/who-may.tsx';
import { useChat } from '../../../screen/chat-context.ts';
import { holderNames } from '../../../screen/group-words.ts';
import { plural, t } from '../../../words/index.ts';
import { nameOfFile } from './emoji-names.ts';
import styles from './emoji.module.css';
import { NewEmojiTable, type NewEmoji } from './new-emoji-table.tsx';
import { OwnEmoji } from './own-emoji.tsx';
import { PageHead } from '../page-head.tsx';

/** Emoji of the organization: many files become emoji at once, with names from their files. */
export function EmojiPage(): ReactElement {
  const chat = useChat();
  const state = useWatched(chat.state);
  const input = useRef<HTMLInputElement>(null);
  const [added, setAdded] = useState<readonly NewEmoji[]>([]);
  const mayAdd = useSelect(chat.state, (all) => holds(all, 'can_add_custom_emoji_group') === true);
  const own = Object.values(state.realm_emoji ?? {}).filter(({ deactivated }) => !deactivated);
  const take = (files: FileList | null | undefined): void => {
    const pictures = [...(files ?? [])].filter(({ type }) => type.startsWith('image/'));
    setAdded((before) => [
      ...before,
      ...pictures.map((file) => ({
        key: crypto.randomUUID(),
        file,
        url: URL.createObjectURL(file),
        name: nameOfFile(file.name),
      })),
    ]);
  };
  const isTarget = useDroppedFiles(mayAdd ? take : undefined);
  const who = t('{names} may add some', {
    names: holderNames(state, state.realm_can_add_custom_emoji_group),
  });
  return (
    <>
      <PageHead
        setting="emoji"
        action={
          <button
            type="button"
            className="btn primary"
            disabled={!mayAdd}
            onClick={() => input.current?.click()}
          >
            <Icon name="plus" />
            {t('Add')}
          </button>
        }
      >
        <p className="help">{plural(own.length, { one: '# of your own', other: '# of your own' })}</p>
        {mayAdd ? <p className="help">{who}</p> : <WhoMay>{who}</WhoMay>}
      </PageHead>
      {mayAdd ? (
        <div className={isTarget ? `${styles['drop']} ${styles['is-target']}` : styles['drop']}>
          <Icon name="share" />
          <b>{t('Drop pictures here, many at once')}</b>
          <span>{t('Their file names become the names. Up to 5 MB each, made smaller by itself.')}</span>
        </div>
      ) : null}
      <input
        ref={input}
        type="file"
        accept="image/*"
        multiple
        hidden
        aria-label={t('Pictures of emoji')}
        onChange={(event) => {
          take(event.currentTarget.files);
          event.currentTarget.value = '';
        }}
      />
      {added.length === 0 ? null : <NewEmojiTable added={added} onChange={setAdded} />}
      <OwnEmoji emoji={own} />
    </>
  );
}
