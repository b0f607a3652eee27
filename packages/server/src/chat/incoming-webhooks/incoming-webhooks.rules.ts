import { deliver, hints, hook, messagesOf, posted } from '@parley/rules/steps/incoming.ts';
import { holds, lacking, missing, plain, refused, same, success } from '@parley/rules/expect.ts';
import { rule, type Rule } from '@parley/rules/rule.ts';

const OF = 'send-webhook-payload';
const UNKNOWN_KEY = 'a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6';

export const incomingWebhookRules: readonly Rule[] = [
  rule('IN-1', OF, 'A request without `api_key` is refused with the name of the parameter.', async (w) => {
    lacking(await w.ask('POST', '/external/json', { query: { stream: 'x' } }), 'api_key');
  }),
  rule('IN-2', OF, 'An unknown or malformed key is refused with a code of its own.', async (w) => {
    const h = await hook(w);
    for (const api_key of [UNKNOWN_KEY, 'short', ''])
      refused(await deliver(w, h, 'json', { query: { api_key } }), 'INVALID_API_KEY');
  }),
  rule('IN-3', OF, 'The key of a deactivated bot is refused.', async (w) => {
    const h = await hook(w);
    success(await w.ask('DELETE', `/bots/${h.bot.id}`, { as: h.owner }));
    refused(await deliver(w, h, 'json'), 'USER_DEACTIVATED');
  }),
  rule('IN-4', OF, 'Spaces around the key are ignored.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'json', { query: { api_key: ` ${h.bot.key} ` } }));
  }),
  rule('IN-5', OF, 'Without `stream` the owner gets a direct message, and `topic` is ignored.', async (w) => {
    const h = await hook(w);
    const query = { api_key: h.bot.key, topic: 'x' };
    plain(
      await w.ask('POST', '/external/json', {
        query,
        raw: '{}',
        headers: { 'content-type': 'application/json' },
      }),
    );
    const [message] = (await messagesOf(w, h)).filter(({ sender_id }) => sender_id === h.bot.id);
    same([message?.['type'], message?.['subject']], ['private', ''], 'type and topic');
  }),
  rule('IN-6', OF, 'Digits in `stream` are the id of a channel.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'json', { query: { stream: String(h.place.id) } }));
    same((await posted(w, h)).length, 1, 'the number of messages');
  }),
  rule('IN-7', OF, 'The name in `stream` is accepted in any letter case.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'json', { query: { stream: h.place.name.toUpperCase() } }));
    same((await posted(w, h)).length, 1, 'the number of messages');
  }),
  rule(
    'IN-8',
    OF,
    'An unknown channel is a success that posts nothing, and the owner is notified.',
    async (w) => {
      const h = await hook(w);
      plain(await deliver(w, h, 'json', { query: { stream: w.unique('nowhere') } }));
      same([(await posted(w, h)).length, (await hints(w, h)).length], [0, 1], 'messages and notices');
    },
  ),
  rule('IN-9', OF, 'The owner is notified at most once within five minutes.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'json', { query: { stream: w.unique('nowhere') } }));
    plain(await deliver(w, h, 'json', { query: { stream: w.unique('nowhere') } }));
    refused(await deliver(w, h, 'json', { payload: '{' }), 'INVALID_JSON');
    same((await hints(w, h)).length, 1, 'the number of notices');
  }),
  rule('IN-10', OF, 'The parameter `topic` replaces the topic of the integration.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'json', { query: { topic: 'mine' } }));
    same((await posted(w, h))[0]?.topic, 'mine', 'the topic');
  }),
  rule('IN-11', OF, 'A body that is not JSON is refused, and the owner is notified.', async (w) => {
    const h = await hook(w);
    refused(await deliver(w, h, 'json', { payload: '{' }), 'INVALID_JSON');
    same((await hints(w, h)).length, 1, 'the number of notices');
  }),
  rule('IN-12', OF, 'An unknown integration is not found.', async (w) => {
    missing(await deliver(w, await hook(w), 'nothing'));
  }),
  rule('IN-13', OF, 'HEAD is answered with 200, because services test the address.', async (w) => {
    same((await w.ask('HEAD', '/external/trello')).status, 200, 'the status');
  }),
  rule('IN-14', OF, 'A payload for `json` is posted as a fenced block with its keys in order.', async (w) => {
    const h = await hook(w);
    plain(await deliver(w, h, 'json', { payload: '{"z":1,"a":[true]}' }));
    same(
      await posted(w, h),
      [{ topic: 'JSON', content: '```json\n{\n  "z": 1,\n  "a": [\n    true\n  ]\n}\n```' }],
      'the messages',
    );
  }),
  rule('IN-15', OF, 'A payload for `json` that is a list is refused.', async (w) => {
    refused(await deliver(w, await hook(w), 'json', { payload: '[1]' }));
  }),
  rule('IN-16', OF, 'The markup of Slack is converted, from JSON and from a form.', async (w) => {
    const h = await hook(w);
    const payload = JSON.stringify({ text: '*b* _i_ <https://x.y|t>', channel: '#ops' });
    const form = new URLSearchParams({ payload }).toString();
    same(success(await deliver(w, h, 'slack_incoming', { payload })).at('ok'), true, 'ok');
    success(
      await deliver(w, h, 'slack_incoming', { payload: form, type: 'application/x-www-form-urlencoded' }),
    );
    const expected = { topic: 'ops', content: '**b** *i* [t](https://x.y)' };
    same(await posted(w, h), [expected, expected], 'the messages');
  }),
  rule(
    'IN-17',
    OF,
    'Errors of `slack_incoming` have `ok` and `error` instead of the envelope.',
    async (w) => {
      const type = 'application/x-www-form-urlencoded';
      const { status, body } = await deliver(w, await hook(w), 'slack_incoming', { payload: '', type });
      same(
        [status, body['ok'], Object.keys(body).length],
        [400, false, 2],
        'status, ok and number of fields',
      );
      holds(typeof body['error'] === 'string', 'a text in error', body);
    },
  ),
];
