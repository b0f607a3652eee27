import { useActionState, useId, useState, type ReactElement } from 'react';
import { beginImport, sendArchive, type ImportSource } from '../../../../data/actions/import-actions.ts';
import { Dialog } from '../../../../parts/dialog.tsx';
import { FormFoot } from '../../../../parts/form-foot.tsx';
import { SelectField } from '../../../../parts/select-field.tsx';
import { attempt } from '../../../../screen/attempt.ts';
import { useChat } from '../../../../screen/chat-context.ts';
import { failureText } from '../../../../words/failure-text.ts';
import { t } from '../../../../words/index.ts';
import styles from '../data.module.css';
import { ArchiveField } from './archive-field.tsx';
import { archiveName, sourceName, SOURCES } from './import-words.ts';

export type NewImportDialogProps = {
  readonly onBegun: (id: number) => void;
  readonly onClose: () => void;
};

/** Asks for the other chat and its archive, and begins to send it. */
export function NewImportDialog({ onBegun, onClose }: NewImportDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [source, setSource] = useState<ImportSource>('slack');
  const [file, setFile] = useState<File>();
  const [error, submit, isPending] = useActionState(async () => {
    if (file === undefined) return undefined;
    try {
      const id = await beginImport(chat, source, file);
      void attempt(sendArchive(chat, id, file, 0));
      onBegun(id);
    } catch (thrown) {
      return failureText(thrown);
    }
    return undefined;
  }, undefined);
  return (
    <Dialog
      title={t('Import from another chat')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={t('Send and look')}
          isReady={!isPending && file !== undefined}
          onClose={onClose}
        />
      }
    >
      <form id={form} action={submit} className={styles['form']}>
        <SelectField
          label={t('The other chat')}
          value={source}
          options={SOURCES.map((value) => ({ value, name: sourceName(value) }))}
          onChange={setSource}
        />
        <ArchiveField help={archiveName(source)} file={file} onChoose={setFile} />
        <p className="help">
          {t('The archive is sent and looked at. Then you see what it has, and decide.')}{' '}
          <a href="/docs/operating/moving-in" target="_blank" rel="noreferrer">
            {t('How to get an archive')}
          </a>
        </p>
        {error === undefined ? null : (
          <p className="help bad" role="alert">
            {error}
          </p>
        )}
      </form>
    </Dialog>
  );
}
