import { visibilityPolicies } from '@parley/contract/objects/personal.ts';
import { sql } from '../../../engine/db/sql.ts';

/**
 * SQL condition: the topic is muted for the user, by the subscription `s` and the topic's visibility policy `t`, both
 * optional.
 */
export const isMutedTopic = sql<boolean>`
  coalesce(t.policy = ${sql.lit(visibilityPolicies.muted)}, s.is_muted, false)`;
