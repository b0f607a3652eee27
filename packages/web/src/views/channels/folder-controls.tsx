import { useState, type ReactElement } from 'react';
import { archiveFolder, orderFolders } from '../../data/actions/channel-actions.ts';
import { Icon } from '../../parts/icon.tsx';
import { MenuButton } from '../../parts/menu.tsx';
import type { MenuGroup } from '../../parts/surface-props.ts';
import { attempt } from '../../screen/attempt.ts';
import { useChat } from '../../screen/chat-context.ts';
import { beginChannel } from '../../screen/creation-store.ts';
import { t } from '../../words/index.ts';
import { FolderDialog } from './folder-dialog.tsx';
import { movedFolders } from './folder-order.ts';

export type FolderMenuProps = {
  readonly folder: { readonly id: number; readonly name: string };
  readonly isEmpty: boolean;
};

/** Actions of administrators on a folder. */
export function FolderMenu({ folder, isEmpty }: FolderMenuProps): ReactElement {
  const chat = useChat();
  const [isNaming, setNaming] = useState(false);
  const groups = (): MenuGroup[] => {
    const folders = chat.state.get().channel_folders ?? [];
    const move = (id: string, label: string, step: 1 | -1) => {
      const order = movedFolders(folders, folder.id, step);
      return {
        id,
        label,
        icon: 'move' as const,
        isDisabled: order === undefined,
        run: () => void (order === undefined ? undefined : attempt(orderFolders(chat, order))),
      };
    };
    return [
      {
        entries: [
          { id: 'rename', label: t('Rename…'), icon: 'pencil', run: () => setNaming(true) },
          {
            id: 'channel',
            label: t('Create a channel in it'),
            icon: 'plus',
            run: () => beginChannel({ folderId: folder.id }),
          },
          move('up', t('Move up'), -1),
          move('down', t('Move down'), 1),
          {
            id: 'remove',
            label: t('Remove'),
            icon: 'trash',
            isDanger: true,
            isDisabled: !isEmpty,
            meta: isEmpty ? undefined : t('it has channels'),
            run: () => void attempt(archiveFolder(chat, folder.id)),
          },
        ],
      },
    ];
  };
  return (
    <>
      <MenuButton label={t('Menu of the folder {name}', { name: folder.name })} groups={groups}>
        <Icon name="dots" />
      </MenuButton>
      {isNaming ? <FolderDialog folder={folder} onClose={() => setNaming(false)} /> : null}
    </>
  );
}

/** Begins a new folder. */
export function NewFolderButton(): ReactElement {
  const [isNaming, setNaming] = useState(false);
  return (
    <>
      <button type="button" className="btn plain" onClick={() => setNaming(true)}>
        <Icon name="plus" isSmall />
        {t('New folder')}
      </button>
      {isNaming ? <FolderDialog folder={undefined} onClose={() => setNaming(false)} /> : null}
    </>
  );
}
