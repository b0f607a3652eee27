import type { ReactElement } from 'react';
import { Field } from '../../parts/field.tsx';
import { SelectField } from '../../parts/select-field.tsx';
import { useSelect } from '../../parts/use-cell.ts';
import { useChat } from '../../screen/chat-context.ts';
import { t } from '../../words/index.ts';

export type FolderFieldProps = {
  /** Id of a folder, `new`, or empty for none. */
  readonly folder: string;
  readonly folderName: string;
  readonly onChange: (change: { readonly folder?: string; readonly folderName?: string }) => void;
};

/** The folder of a channel; administrators can begin a new one. */
export function FolderField({ folder, folderName, onChange }: FolderFieldProps): ReactElement {
  const chat = useChat();
  const folders = useSelect(chat.state, (state) => state.channel_folders);
  const isAdministrator = useSelect(chat.state, (state) => state.is_admin === true);
  return (
    <div>
      <SelectField
        label={t('Folder')}
        value={folder}
        options={[
          { value: '', name: t('No folder') },
          ...(folders ?? [])
            .filter(({ is_archived: isArchived }) => !isArchived)
            .map(({ id, name }) => ({ value: String(id), name })),
          ...(isAdministrator ? [{ value: 'new', name: t('New folder…') }] : []),
        ]}
        onChange={(chosen) => onChange({ folder: chosen })}
      />
      {folder === 'new' ? (
        <Field
          label={t('Name of the folder')}
          value={folderName}
          maxLength={chat.state.get().max_channel_folder_name_length}
          onChange={(event) => onChange({ folderName: event.currentTarget.value })}
        />
      ) : null}
    </div>
  );
}
