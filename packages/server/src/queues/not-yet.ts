import { sql } from '../db/sql.ts';
import type { SnapshotParts } from './snapshot.ts';

/**
 * The parts of the state whose slices do not exist yet, as they truly are until then: empty. A slice that
 * comes takes its lines away from here.
 */
export const notYet = {
  default_stream_groups: async () => ({ realm_default_stream_groups: [] }),
  device: async () => ({ devices: {} }),
  giphy: async () => ({ giphy_api_key: '' }),
  klipy: async () => ({ klipy_api_key: '' }),
  message: async () => ({ max_message_id: -1 }),
  onboarding_steps: async () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  presence: async ({ reader }) => {
    const row = await reader.first(sql<{ now: number }>`select extract(epoch from now())::float8 as now`);
    return { presences: {}, presence_last_update_id: -1, server_timestamp: row?.now ?? 0 };
  },
  realm_embedded_bots: async () => ({ realm_embedded_bots: [] }),
  realm_emoji: async () => ({ realm_emoji: {} }),
  realm_filters: async () => ({ realm_filters: [] }),
  realm_incoming_webhook_bots: async () => ({ realm_incoming_webhook_bots: [] }),
  realm_playgrounds: async () => ({ realm_playgrounds: [] }),
  recent_private_conversations: async () => ({ recent_private_conversations: [] }),
  reminders: async () => ({ reminders: [] }),
  scheduled_messages: async () => ({ scheduled_messages: [] }),
  starred_messages: async () => ({ starred_messages: [] }),
  stop_words: async () => ({ stop_words: [] }),
  tenor: async () => ({ tenor_api_key: '' }),
  update_message_flags: async () => ({
    unread_msgs: { count: 0, pms: [], streams: [], huddles: [], mentions: [], old_unreads_missing: false },
  }),
  user_status: async () => ({ user_status: {} }),
} satisfies Partial<SnapshotParts>;
