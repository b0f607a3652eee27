import { useId, useState, type ReactElement } from 'react';
import { createFolder, renameFolder } from '../../data/actions/channel-actions.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field } from '../../parts/field.tsx';
import { FormFoot } from '../../parts/form-foot.tsx';
import { useChat } from '../../screen/chat-context.ts';
import { failureText } from '../../words/failure-text.ts';
import { t } from '../../words/index.ts';

export type FolderDialogProps = {
  /** The folder that gets another name; undefined for a new one. */
  readonly folder: { readonly id: number; readonly name: string } | undefined;
  readonly onClose: () => void;
};

/** Names a folder. */
export function FolderDialog({ folder, onClose }: FolderDialogProps): ReactElement {
  const chat = useChat();
  const form = useId();
  const [name, setName] = useState(folder?.name ?? '');
  const [refusal, setRefusal] = useState<string>();
  const wanted = name.trim();
  const isReady = wanted !== '' && wanted !== folder?.name;
  const save = async (): Promise<void> => {
    try {
      if (folder === undefined) await createFolder(chat, wanted);
      else await renameFolder(chat, folder.id, wanted);
      onClose();
    } catch (error) {
      setRefusal(failureText(error));
    }
  };
  return (
    <Dialog
      title={folder === undefined ? t('New folder') : t('Rename folder')}
      onClose={onClose}
      foot={
        <FormFoot
          form={form}
          label={folder === undefined ? t('Create folder') : t('Rename')}
          isReady={isReady}
          onClose={onClose}
        />
      }
    >
      <form
        id={form}
        onSubmit={(event) => {
          event.preventDefault();
          if (isReady) void save();
        }}
      >
        <Field
          label={t('Name')}
          value={name}
          maxLength={chat.state.get().max_channel_folder_name_length}
          // The dialog was asked for to write the name.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          autoComplete="off"
          error={refusal}
          help={t('Everybody sees folders in the same order.')}
          onChange={(event) => {
            setName(event.currentTarget.value);
            setRefusal(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
