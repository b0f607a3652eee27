import { event } from '../event.ts';
import { boolean, integer, string } from '../primitives.ts';

export const heartbeat = event('heartbeat', null, {}, 'Nothing happened; the connection is alive.');
export const restart = event(
  'restart',
  null,
  {
    feature_level: integer,
    server_version: string,
    merge_base: string,
    zulip_feature_level: integer,
    zulip_version: string,
    zulip_merge_base: string,
    server_generation: integer,
  },
  'The server was restarted. The queue continues.',
);
export const hasConferenceToken = event(
  'has_conference_token',
  null,
  { value: boolean },
  'The reader gained or lost the token for creating video calls.',
  493,
);
