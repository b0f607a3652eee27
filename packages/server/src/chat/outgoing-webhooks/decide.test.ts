import { expect, test } from 'vitest';
import type { Audience } from '../../engine/log/audience.ts';
import type { LoggedMessage } from '../../engine/log/logged-event.ts';
import { readReply, type WebhookReply } from './response.ts';
import { triggerOf, type CallTrigger, type TriggerFacts } from './trigger.ts';

const BOT = 9;
const CHANNEL = 7;

function inChannel(
  mentioned: readonly number[],
  visitors: readonly number[] = [],
): [Audience, LoggedMessage] {
  const audience: Audience = {
    kind: 'union',
    of: [{ kind: 'subscribers', channel: CHANNEL }, { kind: 'listeners' }, { kind: 'users', ids: visitors }],
  };
  const message = { type: 'stream', stream_id: CHANNEL, sender_id: 1 };
  return [audience, { type: 'message', everyone: true, mentioned, message } as unknown as LoggedMessage];
}

function direct(...ids: number[]): [Audience, LoggedMessage] {
  const event = { type: 'message', everyone: false, message: { type: 'private', sender_id: 1 } };
  return [{ kind: 'users', ids }, event as unknown as LoggedMessage];
}

const outside = { botId: BOT, isSubscribed: false, isSenderHuman: true };
const inside = { ...outside, isSubscribed: true };
const fromBot = { ...inside, isSenderHuman: false };

test.each<[string, [Audience, LoggedMessage], TriggerFacts, CallTrigger | undefined]>([
  ['a mention by name outside of its channels', inChannel([BOT], [BOT]), outside, 'mention'],
  ['a mention by name in its channel', inChannel([BOT]), inside, 'mention'],
  ['a mention of its group outside of its channels', inChannel([BOT]), outside, undefined],
  ['a mention of others', inChannel([3]), inside, undefined],
  ['no mention, everyone is mentioned', inChannel([]), inside, undefined],
  ['a mention by a bot', inChannel([BOT], [BOT]), fromBot, undefined],
  ['a direct message', direct(1, BOT), outside, 'direct_message'],
  ['a group direct message', direct(1, 2, BOT), outside, 'direct_message'],
  ['a direct message of others', direct(1, 2), outside, undefined],
  ['a direct message of a bot', direct(1, BOT), fromBot, undefined],
])('%s triggers as expected', (_name, [audience, event], facts, expected) => {
  expect(triggerOf({ audience, event }, facts)).toBe(expected);
});

const nothing: WebhookReply = { kind: 'nothing' };
const text = (content: string): WebhookReply => ({ kind: 'text', content, widget: undefined });
const FORM = { widget_type: 'zform', extra_data: { type: 'choices', heading: 'h', choices: [] } };

test.each<[number, string, boolean, WebhookReply | { kind: 'failed' }]>([
  [200, '{"content":"a"}', false, text('a')],
  [204, '{"content":"a"}', false, text('a')],
  [200, '{"response_string":"a","content":"b"}', false, text('a')],
  [200, '{"response_not_required":true,"content":"a"}', false, nothing],
  [200, '{}', false, nothing],
  [200, '""', false, nothing],
  [200, '{"content":" \\n"}', false, nothing],
  [200, '{"content":null}', false, nothing],
  [200, '', false, { kind: 'failed' }],
  [200, '[1]', false, { kind: 'failed' }],
  [200, 'null', false, { kind: 'failed' }],
  [200, '{"content":1}', false, { kind: 'failed' }],
  [199, '{}', false, { kind: 'failed' }],
  [302, '{"content":"a"}', false, { kind: 'failed' }],
  [500, '{"content":"a"}', false, { kind: 'failed' }],
  [200, JSON.stringify({ content: 'a', widget_content: { widget_type: 'x' } }), false, { kind: 'failed' }],
  [
    200,
    JSON.stringify({ content: 'a', widget_content: JSON.stringify(FORM) }),
    false,
    { kind: 'text', content: 'a', widget: JSON.stringify(FORM) },
  ],
  [200, '{"text":"a"}', true, text('a')],
  [200, '{"content":"a"}', true, nothing],
  [200, '""', true, nothing],
  [200, 'ok', true, { kind: 'failed' }],
])('a response with status %i and body %s is understood (Slack: %s)', (status, body, isSlack, expected) => {
  expect(readReply({ status, body }, isSlack)).toMatchObject(expected);
});
