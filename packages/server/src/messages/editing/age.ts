import type { MessageRow } from '../message.ts';

/** Seconds since a message was sent. */
export const ageOf = ({ sent_at }: Pick<MessageRow, 'sent_at'>, now: number): number =>
  (now - sent_at.getTime()) / 1000;
