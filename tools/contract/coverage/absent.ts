import { endpoints } from '@parley/contract/endpoints.ts';
import type { EventDeclaration } from '@parley/contract/event.ts';
import { declaredEvents, events } from '@parley/contract/events.ts';
import { readRecorded } from '../diff/recorded.ts';

/** An operation or event that the public API documents at our feature level and this server lacks. */
export type Absent = { readonly name: string; readonly request: string; readonly reason: string };

const DEVELOPMENT = 'Only on development servers of the public project.';
const CALLS = 'Calls go through one OAuth 2 provider (`POST /calls/conference/create`) or an address without an API.';

/** Reasons by recorded name. A name that the server has meanwhile is ignored, so nothing stale is printed. */
const REASONS: Readonly<Record<string, string>> = {
  'create-big-blue-button-video-call': CALLS,
  'create-constructor-groups-video-call': CALLS,
  'create-nextcloud-talk-video-call': CALLS,
  'create-webex-video-call': CALLS,
  'dev-fetch-api-key': DEVELOPMENT,
  'dev-list-users': DEVELOPMENT,
  'export-realm': 'No export; operators have backups of the database and the files.',
  'get-realm-exports': 'No export.',
  'get-realm-export-consents': 'No export.',
  'jwt-fetch-api-key': 'No login with JSON Web Tokens; OpenID Connect is there.',
  'register-remote-push-device':
    'Called by other servers at a push service. This server neither is one nor uses one.',
  'test-welcome-bot-custom-message': 'Welcome messages of invitations cannot be sent as a test.',
  'zulip-outgoing-webhooks':
    'A call that the server makes: bots of type 3 can be created, and nothing is sent to their `payload_url`.',
  default_stream_groups: 'No groups of default channels; deprecated.',
  has_webex_token: CALLS,
  has_zoom_token: CALLS,
  onboarding_steps: 'Hints of the public web client.',
  'realm_bot/remove': 'Deactivated bots stay in the list and get `realm_bot/update`.',
  realm_export: 'No export.',
  realm_filters: 'Clients with `linkifier_url_template` get `realm_linkifiers`; the older form is gone.',
  web_reload_client: 'For the public web client.',
};

const NOT_GIVEN = 'Not implemented.';

/** Operations that the public API documents at our feature level, by path, without ours. */
export function absentOperations(): Absent[] {
  const ours = new Set(endpoints.map(({ method, path }) => anonymous(`${method} ${path}`)));
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
return (op === null ? type : `${type}/${op}`);
}

/** Absences that the record cannot show, because the public project documents them as text. */
export const otherAbsences: readonly string[] = [
  '`POST /external/…`: incoming webhooks in the formats of other services (GitHub, Slack, alert managers). A bot of type 2 can be created and can only send messages.',
  'Embedded bots (type 4): refused with a message that says so.',
  'Push notifications to phones through the service of the public project.',
  'The incoming mail gateway: `GET /streams/{stream_id}/email_address` answers an empty address.',
];
