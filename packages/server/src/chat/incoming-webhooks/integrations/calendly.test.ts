import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { calendlyBooked } from '../samples/people.ts';
import { calendly } from './calendly.ts';

const { payload: meeting } = calendlyBooked.payload;

function event(name: string, more: object = {}) {
  return { payload: { event: name, payload: { ...meeting, ...more } } };
}

test.each([
  ['a booking', event('invitee.created'), '**Noor Haddad** booked a meeting with Amara Okonkwo at <time:'],
  ['the place', event('invitee.created'), 'Place: Main entrance'],
  ['the answers', event('invitee.created'), '```quote\nHow many visitors?\n24 children\n```'],
  [
    'a move',
    event('invitee.created', { old_invitee: 'https://api.calendly.com/i1' }),
    '**Noor Haddad** moved a meeting with',
  ],
  [
    'a call',
    event('invitee.created', { scheduled_event: { location: { join_url: 'https://meet.example.org/1' } } }),
    '[Join the meeting](https://meet.example.org/1)',
  ],
  [
    'a cancellation',
    event('invitee.canceled', { cancellation: { canceled_by: 'Noor', reason: 'Rain' } }),
    'was canceled by Noor.\n\n```quote\nRain\n```',
  ],
  ['an absence', event('invitee_no_show.created'), '**Noor Haddad** did not come at <time:'],
])('%s is posted', (_name, sample, part) => {
  expect(messagesAbout(calendly, sample)[0]?.content).toContain(part);
});

test('the topic is the kind of meeting', () => {
  expect(messagesAbout(calendly, calendlyBooked)[0]?.topic).toBe('Guided tour');
  expect(messagesAbout(calendly, event('invitee.created', { scheduled_event: null }))[0]?.topic).toBe(
    'Meetings',
  );
});

test('the cancellation of a meeting that is moved is dropped', () => {
  expect(messagesAbout(calendly, event('invitee.canceled', { rescheduled: true }))).toEqual([]);
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(calendly, event('toString'))).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(calendly, { payload: { event: 'invitee.created' } })).toBe('BAD_REQUEST');
});
