export const CHANNEL_FILTER_ID = 'channel-filter';

/** Focuses the filter; false where there is none, because there are few channels or no sidebar. */
export function focusChannelFilter(): boolean {
  const field = document.querySelector<HTMLElement>(`#${CHANNEL_FILTER_ID}`);
  field?.focus();
  return field !== null;
}
