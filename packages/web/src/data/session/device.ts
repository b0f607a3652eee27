const KEY = 'parley-shared-device';

/** Whether the user said at log-in that others use this device too: then nothing is stored on it. */
export function isSharedDevice(): boolean {
  return globalThis.localStorage?.getItem(KEY) === 'yes';
}

export function setSharedDevice(isShared: boolean): void {
  if (isShared) globalThis.localStorage?.setItem(KEY, 'yes');
  else globalThis.localStorage?.removeItem(KEY);
}
