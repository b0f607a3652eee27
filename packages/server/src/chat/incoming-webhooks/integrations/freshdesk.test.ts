import { messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { freshdeskTicket } from '../samples/people.ts';
import { freshdesk } from './freshdesk.ts';

const { freshdesk_webhook: ticket } = freshdeskTicket.payload;

function triggered(triggered_event: string, more: object = {}) {
  return { payload: { freshdesk_webhook: { ...ticket, triggered_event, ...more } } };
}

test.each([
  ['{ticket_action:created}', 'ticket_created', 'was created.'],
  ['{status:{from:2,to:5}}', 'status_changed', 'has another status (open before, closed now).'],
  ['{status:{from:2,to:90}}', 'status_changed', '(open before, 90 now).'],
  ['{priority:{from:1,to:4}}', 'priority_changed', 'has another priority (low before, urgent now).'],
  ['{reply_sent:sent}', 'replied', 'has a new reply.'],
  ['{note_type:public}', 'note_added', 'has a new note.'],
  ['{toString:x}', 'ticket_updated', 'was changed.'],
  ['', 'ticket_updated', 'was changed.'],
])('the event %j is posted as %s', (reported, event, part) => {
  expect(messagesAbout(freshdesk, triggered(reported))).toMatchObject([
    { event, topic: '#77: Wheelchairs in the dome', content: expect.stringContaining(part) as string },
  ]);
});

test('a new ticket has its description, and a reply its text', () => {
  expect(messagesAbout(freshdesk, freshdeskTicket)[0]?.content).toContain(
    'Is there a lift to the telescope?',
  );
  const reply = triggered('{reply_sent:sent}', { ticket_latest_public_comment: '<p>Yes.</p>' });
  expect(messagesAbout(freshdesk, reply)[0]?.content).toContain('```quote\nYes.\n```');
});

test('the title is in the text where the topic does not have it', () => {
  const [message] = messagesAbout(freshdesk, withOptions(freshdeskTicket, { topic: 'help' }));
  expect(message?.content).toContain(') Wheelchairs in the dome was created.');
});

test('other payloads are refused', () => {
  expect(refusalOf(freshdesk, { payload: {} })).toBe('BAD_REQUEST');
});
