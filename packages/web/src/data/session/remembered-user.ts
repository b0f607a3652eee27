const KEY = 'parley-user';

/** The user who was logged in last; the client starts from this user's data on disk before any request. */
export function rememberedUser(): number | undefined {
  const id = Number(storage()?.getItem(KEY) ?? Number.NaN);
  return Number.isSafeInteger(id) ? id : undefined;
}

export function rememberUser(userId: number | undefined): void {
  if (userId === undefined) storage()?.removeItem(KEY);
  else storage()?.setItem(KEY, String(userId));
}

/** Pages may be refused storage. */
function storage(): Storage | undefined {
  try {
    return globalThis.localStorage;
  } catch {
    return undefined;
  }
}
