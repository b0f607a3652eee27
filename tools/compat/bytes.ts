import { basic, sendBytes, type Answer } from '../../tests/conformance/wire.ts';
import { check, type Check } from './check.ts';
import type { Person, Stage } from './stage.ts';

/** A request as a client of the HTTP library `requests` writes it. */
const written = (
  { url }: Stage,
  as: Person,
  agent: string,
  method: string,
  path: string,
  body: string | undefined,
): string =>
  [
    `${method} /api/v1${path} HTTP/1.1`,
    `Host: ${new URL(url).host}`,
    `User-Agent: ${agent}`,
    'Accept-Encoding: gzip, deflate',
    'Accept: */*',
    'Connection: close',
    ...(body === undefined
      ? []
      : [`Content-Length: ${Buffer.byteLength(body)}`, 'Content-Type: application/x-www-form-urlencoded']),
    `Authorization: ${basic(as)}`,
    '',
    body ?? '',
  ].join('\r\n');

const PYTHON = 'ZulipPython/0.9.0 (Linux; 6.1)';
const TERMINAL = 'ZulipTerminal/0.7.0+git ZulipPython/0.9.0 (Linux; 6.1)';

const success = (answer: Answer): Answer => {
  if (answer.status !== 200 || answer.at('result') !== 'success')
    throw new Error(`${answer.status} ${answer.text.slice(0, 300)}`);
  return answer;
};

type Sent = readonly [method: string, path: string, body?: string];

const replayed = (name: string, agent: string, requests: (stage: Stage) => readonly Sent[]): Check =>
  check('bytes', name, async (stage) => {
    for (const [method, path, body] of requests(stage))
      success(await sendBytes(stage.url, written(stage, stage.ada, agent, method, path, body)));
  });

export const byteChecks: readonly Check[] = [
  replayed('Python: asks for the settings of the server, with credentials', PYTHON, () => [
    ['GET', '/server_settings'],
  ]),
  replayed('Python: registers for all messages', PYTHON, () => [
    ['POST', '/register', 'event_types=%5B%22message%22%5D&narrow=%5B%5D'],
    ['POST', '/register', 'narrow=%5B%5D&all_public_streams=true&dont_block=true'],
  ]),
  replayed('Python: sends with older words, to a name and to addresses', PYTHON, ({ grace }) => [
    ['POST', '/users/me/subscriptions', 'subscriptions=%5B%7B%22name%22%3A+%22python%22%7D%5D'],
    ['POST', '/messages', 'type=stream&to=python&subject=castle&content=I+come+not%2C+friends'],
    ['POST', '/messages', 'type=stream&to=%5B%22python%22%5D&topic=castle&content=I+come+not'],
    ['POST', '/messages', `type=private&to=${encodeURIComponent(grace.address)}&content=With+mirth`],
    ['POST', '/messages', `type=private&to=%5B${grace.id}%5D&content=and+laughter`],
  ]),
  replayed('Python: marks, reads and lists', PYTHON, () => [
    ['GET', '/messages?anchor=newest&num_before=5&num_after=0&narrow=%5B%5D&apply_markdown=false'],
    [
      'GET',
      '/messages?anchor=10000000000000000&num_before=5&num_after=0&narrow=%5B%5B%22stream%22%2C+%22python%22%5D%5D',
    ],
    ['POST', '/mark_all_as_read', ''],
    ['GET', '/users?client_gravatar=true'],
    ['GET', '/streams?include_public=true'],
    ['GET', '/users/me/subscriptions'],
    ['PATCH', '/settings/notifications', 'enable_sounds=true'],
  ]),
  check(
    'bytes',
    'Python: a send that is tried again carries one more parameter and is understood',
    async (stage) => {
      const body = `type=private&to=%5B${stage.ada.id}%5D&content=once+more&dont_block=true`;
      const bytes = written(stage, stage.ada, PYTHON, 'POST', '/messages', body);
      const answer = success(await sendBytes(stage.url, bytes));
      if (JSON.stringify(answer.at('ignored_parameters_unsupported')) !== '["dont_block"]')
        throw new Error(answer.text);
    },
  ),
  check('bytes', 'Python: edits with the id in the body as well', async (stage) => {
    const own = { as: stage.ada, form: { type: 'private', to: [stage.ada.id], content: 'x' } };
    const id = Number((await stage.must('POST', '/messages', own)).at('id'));
    const body = `message_id=${id}&content=y`;
    success(await sendBytes(stage.url, written(stage, stage.ada, PYTHON, 'PATCH', `/messages/${id}`, body)));
  }),
  check('bytes', 'Python: uploads a file whose part is called as the file', async (stage) => {
    const body = [
      '--f6c2b0',
      'Content-Disposition: form-data; name="photo.txt"; filename="photo.txt"',
      '',
      'some text',
      '--f6c2b0--',
      '',
    ].join('\r\n');
    const bytes = written(stage, stage.ada, PYTHON, 'POST', '/user_uploads', body).replace(
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=f6c2b0',
    );
    success(await sendBytes(stage.url, bytes));
  }),
  replayed('terminal: starts', TERMINAL, () => [
    [
      'POST',
      '/register',
      'event_types=%5B%22message%22%2C+%22update_message%22%2C+%22reaction%22%2C+%22submessage%22%2C+%22subscription%22%2C+%22typing%22%2C+%22update_message_flags%22%2C+%22user_settings%22%2C+%22realm_emoji%22%2C+%22realm_user%22%5D&fetch_event_types=%5B%22realm%22%2C+%22presence%22%2C+%22subscription%22%2C+%22message%22%2C+%22starred_messages%22%2C+%22update_message_flags%22%2C+%22muted_topics%22%2C+%22realm_user%22%2C+%22realm_user_groups%22%2C+%22user_settings%22%2C+%22realm_emoji%22%2C+%22custom_profile_fields%22%2C+%22zulip_version%22%5D&client_gravatar=true&apply_markdown=true&include_subscribers=true',
    ],
    ['POST', '/users/me/presence', 'status=active&new_user_input=true'],
    [
      'GET',
      '/messages?anchor=0&num_before=30&num_after=10&apply_markdown=true&use_first_unread_anchor=true&client_gravatar=true&narrow=%5B%5D',
    ],
    [
      'GET',
      '/messages?anchor=10000000000000000&num_before=30&num_after=10&apply_markdown=true&use_first_unread_anchor=false&client_gravatar=true&narrow=%5B%5B%22is%22%2C+%22private%22%5D%5D',
    ],
  ]),
  replayed('terminal: types, marks, pins', TERMINAL, ({ grace }) => [
    ['POST', '/typing', `to=%5B${grace.id}%5D&op=start`],
    ['POST', '/typing', `to=%5B${grace.id}%5D&op=stop`],
    ['POST', '/messages/flags', 'messages=%5B%5D&flag=read&op=add'],
  ]),
];
