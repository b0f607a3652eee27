import { useActionState, useId, useState, type ReactElement } from 'react';
import {
  createSnippet,
  deleteSnippet,
  editSnippet,
  type SnippetText,
} from '../../data/actions/personal-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { Icon } from '../../parts/icon.tsx';
import { IconButton } from '../../parts/icon-button.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { t } from '../../words/index.ts';
import { useChat } from '../../screen/chat-context.ts';
import { BlockHead } from './block-head.tsx';
import styles from './snippets-block.module.css';
import { keep } from './use-save-setting.ts';

type EditedSnippet = SnippetText & { readonly id?: number };

const MAX_TITLE_LENGTH = 60;

/** Texts that the user keeps for later use. */
export function SnippetsBlock(): ReactElement {
  const chat = useChat();
  const snippets = useSelect(chat.state, (state) => state.saved_snippets) ?? [];
  const [edited, setEdited] = useState<EditedSnippet>();
  return (
    <section className="block" data-setting="snippets">
      <BlockHead title={t('Snippets')}>
        <button type="button" className="btn" onClick={() => setEdited({ title: '', content: '' })}>
          <Icon name="plus" />
          {t('New snippet')}
        </button>
      </BlockHead>
      {snippets.length === 0 ? (
        <p className="help">{t('None yet. A snippet is a text that you write often.')}</p>
      ) : (
        <ul className={styles['snippets']} aria-label={t('Snippets')}>
          {snippets.map((snippet) => (
            <li key={snippet.id} className="line">
              <span className={styles['snippet']}>
                <bdi>{snippet.title}</bdi>
                <span className={`help clip ${styles['content']}`}>{snippet.content}</span>
              </span>
              <IconButton
                icon="pencil"
                label={t('Edit {name}', { name: snippet.title })}
                onClick={() => setEdited(snippet)}
              />
              <IconButton
                icon="trash"
                label={t('Delete {name}', { name: snippet.title })}
                onClick={() =>
                  void keep(
                    t('Snippet deleted: {name}', { name: snippet.title }),
                    deleteSnippet(chat, snippet.id),
                    () => createSnippet(chat, { title: snippet.title, content: snippet.content }),
                  )
                }
              />
            </li>
          ))}
        </ul>
      )}
      {edited === undefined ? null : <SnippetDialog snippet={edited} onClose={() => setEdited(undefined)} />}
    </section>
  );
}

function SnippetDialog(props: {
  readonly snippet: EditedSnippet;
  readonly onClose: () => void;
}): ReactElement {
  const chat = useChat();
  const { snippet, onClose } = props;
  const form = useId();
  const [title, setTitle] = useState(snippet.title);
  const [content, setContent] = useState(snippet.content);
  const [, submit, isPending] = useActionState(async () => {
    const text = { title: title.trim(), content };
    const { id } = snippet;
    const change = id === undefined ? createSnippet(chat, text) : editSnippet(chat, id, text);
    if (await keep(t('Snippet saved: {name}', { name: text.title }), change)) onClose();
  }, undefined);
  return (
    <Dialog
      title={snippet.id === undefined ? t('New snippet') : t('Edit snippet')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Save')}
          isReady={title.trim() !== '' && content.trim() !== '' && !isPending}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit}>
        <Field
          label={t('Name')}
          maxLength={MAX_TITLE_LENGTH}
          value={title}
          onChange={(event) => setTitle(event.currentTarget.value)}
        />
        <label className={styles['text']}>
          <span className={styles['label']}>{t('Text')}</span>
          <span className="field">
            <textarea
              className={styles['area']}
              rows={4}
              value={content}
              onChange={(event) => setContent(event.currentTarget.value)}
            />
          </span>
        </label>
      </form>
    </Dialog>
  );
}
