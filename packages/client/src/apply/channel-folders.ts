import type { State } from '../state.ts';
import type { EventOf } from './event-of.ts';
import { change, put } from './lists.ts';

type Folders = NonNullable<State['channel_folders']>;

export function applyChannelFolder(state: State, event: EventOf<'channel_folder'>): State {
  return state.channel_folders === undefined
    ? state
    : { ...state, channel_folders: after(state.channel_folders, event).toSorted(inOrder) };
}

function inOrder(a: Folders[number], b: Folders[number]): number {
  return a.order - b.order || a.id - b.id;
}

function after(folders: Folders, event: EventOf<'channel_folder'>): Folders {
  switch (event.op) {
    case 'add':
      return put(folders, 'id', event.channel_folder);
    case 'update':
      return change(
        folders,
        'id',
        event.channel_folder_id,
        (folder) => ({ ...folder, ...event.data }) as Folders[number],
      );
    case 'reorder':
      return folders.map((folder) => ({ ...folder, order: event.order.indexOf(folder.id) + 1 }));
    default:
      event satisfies never;
      return folders;
  }
}
