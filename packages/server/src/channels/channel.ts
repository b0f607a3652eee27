import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type ChannelRow = Selectable<Schema['channel']>;
export type SubscriptionRow = Selectable<Schema['subscription']>;

/** New subscribers read only what was written since they came. */
export const isProtected = ({
  is_private,
  is_history_public,
}: Pick<ChannelRow, 'is_private' | 'is_history_public'>): boolean => is_private && !is_history_public;
