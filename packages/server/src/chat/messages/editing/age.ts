import type { MessageRow } from '../message.ts';

/** Seconds since a message was sent. */
export function ageOf({ sent_at }: Pick<MessageRow, 'sent_at'>, now: number): number {
  return (now - sent_at.getTime()) / 1000;
}
