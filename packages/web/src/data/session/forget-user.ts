/** Choices about the device, which belong to no user. */
const KEPT: ReadonlySet<string> = new Set(['parley-look', 'parley-shared-device']);

/** Removes what the pages of a user stored beside the database: texts, emoji, folded sections, the user's id. */
export function forgetUser(storages: readonly Storage[]): void {
  for (const storage of storages)
    for (const key of Object.keys(storage))
      if (key.startsWith('parley') && !KEPT.has(key)) storage.removeItem(key);
}
