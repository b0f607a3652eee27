const KEY = 'parley-looks-around';

/** Whether this tab was opened by a visitor who chose to look around without an account. */
export function isLookingAround(): boolean {
  return globalThis.sessionStorage.getItem(KEY) !== null;
}

export function setLookingAround(isLooking: boolean): void {
  if (isLooking) globalThis.sessionStorage.setItem(KEY, 'yes');
  else globalThis.sessionStorage.removeItem(KEY);
}

/** The channel that an address names, without the state that a full look at the address needs. */
export function channelInAddress(hash: string): number | undefined {
  const id = /^#(?:narrow|topics)\/(?:channel|stream)\/(\d{1,12})/.exec(hash)?.[1];
  return id === undefined ? undefined : Number(id);
}
