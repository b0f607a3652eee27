import { visibilityPolicy, type UserTopic } from '@parley/contract/objects/personal.ts';
import type { Selectable } from 'kysely';
import type { Schema } from '../db/schema.ts';

export type PolicyRow = Selectable<Schema['topic_policy']>;

export const presentPolicy = (
  row: Pick<PolicyRow, 'channel_id' | 'topic' | 'policy' | 'updated_at'>,
): UserTopic => ({
  stream_id: row.channel_id,
  topic_name: row.topic,
  last_updated: Math.floor(row.updated_at.getTime() / 1000),
  visibility_policy: visibilityPolicy.parse(row.policy),
});
