/** Choices about the device, which belong to no user. */
const KEPT = ['parley-look', 'parley-shared-device', 'parley-install'] as const;

/** Removes what the pages of a user stored beside the database: texts, emoji, folded sections, the user's id. */
export function forgetUser(storages: readonly Storage[]): void {
  const kept: ReadonlySet<string> = new Set(KEPT);
  for (const storage of storages)
    for (const key of Object.keys(storage))
      if (key.startsWith('parley') && !kept.has(key)) storage.removeItem(key);
}

/** Reads the choices about the device; the result writes them again after the browser has cleared the storage. */
export function keepDeviceChoices(storage: Storage): () => void {
  const choices = KEPT.map((key) => ({ key, value: storage.getItem(key) }));
  return () => {
    for (const { key, value } of choices) if (value !== null) storage.setItem(key, value);
  };
}
