import type { History } from './history.ts';

/** Mistakes that the checks must find. */
export const plantedMistakes = [
  'no key',
  'a hole',
  'a repeat',
  'an eavesdropper',
  'a lost queue',
  'no epoch check',
] as const;
export type Planted = (typeof plantedMistakes)[number];

/** Changes the recorded history as if the server had made the mistake. */
export function spoil(history: History, planted: Planted | undefined): void {
  const [listener] = history.listeners.toSorted((a, b) => b.messageIds.length - a.messageIds.length);
  if (listener === undefined) return;
  const { messageIds, registrations, starts } = listener;
  const middle = Math.floor(messageIds.length / 2);
  if (planted === 'a hole') messageIds.splice(middle, 1);
  if (planted === 'a repeat') messageIds.splice(middle, 0, messageIds[middle] ?? 0);
  if (planted === 'a lost queue') {
    registrations.push(registrations[0] ?? 0);
    starts.push(0);
  }
  if (planted === 'an eavesdropper') {
    const heard = new Set(messageIds);
    const foreign = history.sends.flatMap((send) => send.ids).find((id) => !heard.has(id));
    if (foreign !== undefined) messageIds.push(foreign);
    messageIds.sort((a, b) => a - b);
  }
}
