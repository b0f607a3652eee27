import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql } from '../../../engine/db/sql.ts';

/**
 * Whether a topic does not count for somebody, as SQL about the subscription `s` and the wish `t` about the
 * topic, where there are any.
 */
export const isMutedTopic = sql<boolean>`
  coalesce(t.policy = ${sql.lit(visibilityPolicies.muted)}, s.is_muted, false)`;
