import type { SnapshotParts } from '../../http/snapshot.ts';

/** Parts of the state whose features are not implemented. Clients expect the fields, so they are sent empty. */
export const unsupportedParts = {
  default_stream_groups: async () => ({ realm_default_stream_groups: [] }),
  giphy: async () => ({ giphy_api_key: '' }),
  klipy: async () => ({ klipy_api_key: '' }),
  onboarding_steps: async () => ({ onboarding_steps: [], navigation_tour_video_url: null }),
  realm_filters: async () => ({ realm_filters: [] }),
  stop_words: async () => ({ stop_words: [] }),
  tenor: async () => ({ tenor_api_key: '' }),
} satisfies Partial<SnapshotParts>;
