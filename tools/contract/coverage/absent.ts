import { endpoints } from '@parley/contract/endpoints.ts';
import type { EventDeclaration } from '@parley/contract/event.ts';
import { declaredEvents, events } from '@parley/contract/events.ts';
import { readRecorded } from '../diff/recorded.ts';

/** An operation or event that the public API documents at our feature level and this server lacks. */
export type Absent = { readonly name: string; readonly request: string; readonly reason: string };

const DEVELOPMENT = 'Only on development servers of the public project.';
const CALLS =
  'Calls go through one OAuth 2 provider (`POST /calls/conference/create`) or an address without an API.';

/** Reasons by recorded name. A name that the server has meanwhile is ignored, so nothing stale is printed. */
const REASONS: Readonly<Record<string, string>> = {
  'create-big-blue-button-video-call': CALLS,
  'create-constructor-groups-video-call': CALLS,
  'create-nextcloud-talk-video-call': CALLS,
  'dev-fetch-api-key': DEVELOPMENT,
  'dev-list-users': DEVELOPMENT,
  'jwt-fetch-api-key': 'No login with JSON Web Tokens; OpenID Connect is there.',
  'register-remote-push-device':
    'Called by other servers at a push service. This server neither is one nor uses one.',
  'test-welcome-bot-custom-message': 'Welcome messages of invitations cannot be sent as a test.',
  'zulip-outgoing-webhooks':
    'No operation: the request that the server sends to the `payload_url` of outgoing webhook bots.',
  default_stream_groups: 'No groups of default channels; deprecated.',
  has_webex_token: CALLS,
  has_zoom_token: CALLS,
  onboarding_steps: 'Hints of the public web client.',
  'realm_bot/remove': 'Deactivated bots stay in the list and get `realm_bot/update`.',
  realm_filters: 'Clients with `linkifier_url_template` get `realm_linkifiers`; the older form is gone.',
  web_reload_client: 'For the public web client.',
};

const NOT_GIVEN = 'Not implemented.';

/** Operations that the public API documents at our feature level, by path, without ours. */
export function absentOperations(): Absent[] {
  const ours = new Set(
    endpoints.flatMap(({ method, path, aliases = [] }) =>
      [path, ...aliases].map((one) => anonymous(`${method} ${one}`)),
    ),
  );
  return [...readRecorded().operations.values()]
    .filter(({ isDocumented, method, path }) => isDocumented && !ours.has(anonymous(`${method} ${path}`)))
    .map(({ id, method, path }) => ({
      name: id,
      request: `${method} ${path}`,
      reason: REASONS[id] ?? NOT_GIVEN,
    }));
}

function anonymous(request: string): string {
  return request.replaceAll(/\{[^}]*\}/g, '{}');
}

/** Kinds of events that the public API documents at our feature level and the contract does not have. */
export function absentEvents(): Absent[] {
  const ours = new Set([...events, ...declaredEvents].map(kindOf));
  return [...readRecorded().events.keys()]
    .filter((kind) => !ours.has(kind))
    .map((kind) => ({ name: kind, request: '', reason: REASONS[kind] ?? NOT_GIVEN }));
}

function kindOf({ type, op }: EventDeclaration): string {
  return op === null ? type : `${type}/${op}`;
}

/** Absences that the record cannot show, because the public project documents them as text. */
export const otherAbsences: readonly string[] = [
  'Embedded bots (type 4) other than the converter of units.',
  'Whole edit histories: `GET /messages/{message_id}/history` has the original and the newest edits, at most 100 with 512 KiB of earlier text, and `edit_history` of a message 20 with 32 KiB.',
  'Push notifications to phones through the service of the public project.',
];
