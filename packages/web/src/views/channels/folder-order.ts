type Folder = { readonly id: number; readonly order: number; readonly is_archived: boolean };

/** Ids of the folders after one of them has changed places with its neighbor; undefined at the end. */
export function movedFolders(
  folders: readonly Folder[],
  id: number,
  step: 1 | -1,
): readonly number[] | undefined {
  const ids = folders
    .filter((folder) => !folder.is_archived)
    .toSorted((a, b) => a.order - b.order)
    .map((folder) => folder.id);
  const at = ids.indexOf(id);
  const neighbor = ids[at + step];
  if (at === -1 || neighbor === undefined) return undefined;
  return ids.with(at, neighbor).with(at + step, id);
}
