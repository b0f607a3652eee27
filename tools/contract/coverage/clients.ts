/** Existing clients of this API: two for bots, two for human users, one for both. */
export const CLIENTS = [
  { id: 'py', title: 'python-zulip-api' },
  { id: 'bots', title: 'zulip_bots' },
  { id: 'terminal', title: 'zulip-terminal' },
  { id: 'js', title: 'zulip-js' },
  { id: 'flutter', title: 'zulip-flutter' },
] as const;

/** `needs`: the client cannot start, read or send without the operation. `uses`: a feature calls it. */
export type Use = 'needs' | 'uses' | 'none';

/** Calls found in the source code of the clients, in the order of `CLIENTS`: M needs, u uses, - neither. */
const CALLS = `
MMMMM POST /register
MMMMM GET /events
u-MuM GET /messages
--MMM POST /fetch_api_key
u-M-M POST /users/me/presence
u-MuM POST /messages/flags
uM-uu GET /users/me
MMMuM GET /server_settings
uMMuM POST /messages
u--uu POST /users/me/subscriptions
u--uu DELETE /messages/{}
u-uuu DELETE /messages/{}/reactions
u-uu- GET /messages/{}/history
----u POST /messages/flags/narrow
u-Muu GET /users/me/{}/topics
u-uu- DELETE /events
u---- POST /mark_all_as_read
u---u PATCH /users/me/subscriptions/muted_topics
u---- GET /realm/profile_fields
u---- PATCH /users/{user_id}
uuuuu PATCH /messages/{}
u-uuu GET /messages/{}
uuuuu POST /messages/{}/reactions
u--u- POST /messages/render
u---- GET /messages/matches_narrow
----u GET /messages/{}/read_receipts
----u POST /messages/{}/report
----u POST /submessage
u-uuu POST /typing
uu--u POST /user_uploads
----u GET /user_uploads/{}/{}
u---- GET /attachments
u-u-u POST /users/me/subscriptions/properties
u--u- GET /users/me/subscriptions
u--uu DELETE /users/me/subscriptions
----u POST /user_topics
----u POST /users/me/status
u---u PATCH /settings
u---- PATCH /settings/notifications
u--u- GET /users
u--u- POST /users
u---- GET /users/{user_id}
u---- DELETE /users/{}
u---- POST /users/{}/reactivate
u---- GET /users/{}/subscriptions/{}
u---- GET /users/{}/presence
u---- GET /realm/presence
u--u- GET /streams
u---- PATCH /streams/{}
u--u- DELETE /streams/{}
u---- GET /streams/{}/members
u-u-- GET /streams/{}/email_address
u--u- GET /get_stream_id
u---- POST /default_streams
u---- POST /mark_stream_as_read
u---- POST /mark_topic_as_read
u--u- GET /users/me/alert_words
u---- POST /users/me/alert_words
u---- DELETE /users/me/alert_words
u--u- GET /realm/emoji
u---- POST /realm/emoji/{}
u---- DELETE /realm/emoji/{}
u---- GET /realm/linkifiers
u---- POST /realm/filters
u---- DELETE /realm/filters/{}
u---- POST /realm/profile_fields
u---- PATCH /realm/profile_fields
u---- PATCH /realm/profile_fields/{}
u---- DELETE /realm/profile_fields/{}
u---- GET /user_groups
u---- POST /user_groups/create
u---- PATCH /user_groups/{}
u---- DELETE /user_groups/{}
u---- POST /user_groups/{}/members
uM--- GET /bot_storage
uM--- PUT /bot_storage
----u POST /users/me/android_gcm_reg_id
----u DELETE /users/me/android_gcm_reg_id
----u POST /users/me/apns_device_token
----u DELETE /users/me/apns_device_token
----u POST /register_client_device
----u POST /remove_client_device
----u POST /mobile_push/register
---u- GET /users/me/pointer
---u- POST /users/me/pointer
`;

export type Call = {
  readonly method: string;
  readonly path: string;
  /** In the order of `CLIENTS`. */
  readonly uses: readonly Use[];
};

const LETTERS: Readonly<Record<string, Use>> = { M: 'needs', u: 'uses', '-': 'none' };

export const calls: readonly Call[] = CALLS.trim()
  .split('\n')
  .map((line) => {
    const [letters = '', method = '', path = ''] = line.split(' ');
    return { method, path, uses: Array.from(letters, (letter) => LETTERS[letter] ?? 'none') };
  });

/** Names of path parameters matter only where two operations differ in nothing else. */
export function findCall(method: string, path: string): Call | undefined {
  const nameless = path.replaceAll(/\{\w+\*?\}/g, '{}');
  return calls.find(
    (call) => call.method === method && (call.path === path || (call.path === nameless && !isNamed(path))),
  );
}

/** Users are addressed by id or by e-mail; the clients use the id. */
function isNamed(path: string): boolean {
  return /^\/users\/\{email\}$/.test(path);
}
