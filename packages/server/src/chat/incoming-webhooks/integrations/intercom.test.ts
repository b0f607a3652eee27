import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { intercomReply } from '../samples/people.ts';
import { intercom } from './intercom.ts';

const { item } = intercomReply.payload.data;

test.each([
  ['conversation.user.created', 'Noor Haddad began [the conversation](', 'room for 24 children?'],
  ['conversation.user.replied', 'Noor Haddad replied in [', 'The 12th would be best.'],
  ['conversation.admin.noted', 'added a note to [', 'The 12th would be best.'],
  ['conversation.admin.closed', 'Noor Haddad closed [the conversation](', 'conversations/4031).'],
  ['conversation.admin.opened', 'reopened [', 'conversations/4031).'],
])('%s is posted in the topic of the conversation', (topic, head, text) => {
  const [message] = messagesAbout(intercom, changed(intercomReply, { topic }));
  expect(message).toMatchObject({ event: topic, topic: 'School class in May' });
  expect(message?.content).toContain(head);
  expect(message?.content).toContain(text);
});

test('a conversation without a subject has the name of its beginner, or its number', () => {
  const source = { author: { name: 'Noor' } };
  const from = (more: object) =>
    messagesAbout(intercom, changed(intercomReply, { data: { item: { ...item, ...more } } }))[0]?.topic;
  expect([from({ source }), from({ source: null })]).toEqual(['Noor', 'Conversation 4031']);
});

test('new contacts and pings are posted', () => {
  const contact = { payload: { topic: 'contact.lead.created', data: { item: { name: 'Noor' } } } };
  expect(messagesAbout(intercom, contact)).toEqual([
    { event: 'contact.lead.created', topic: 'contacts', content: 'Noor is a new lead.' },
  ]);
  expect(messagesAbout(intercom, { payload: { topic: 'ping' } })).toHaveLength(1);
});

test('unknown topics and other payloads are refused', () => {
  expect(refusalOf(intercom, { payload: { topic: 'toString' } })).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(intercom, { payload: {} })).toBe('BAD_REQUEST');
});
