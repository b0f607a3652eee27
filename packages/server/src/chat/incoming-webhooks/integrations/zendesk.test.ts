import { changed, messagesAbout, refusalOf, withOptions } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { zendeskTicket } from '../samples/people.ts';
import { zendesk } from './zendesk.ts';

test('a ticket is posted with its text and facts', () => {
  const [message] = messagesAbout(zendesk, zendeskTicket);
  expect(message?.topic).toBe('#512: The audio guide is silent');
  expect(message?.content).toMatch(
    /^\[Ticket #512\]\(.*\) was changed\.\n\n```quote\nNumber 7 .*\n```\n\n\*\*Status\*\*: Open\n/,
  );
});

test('the title is in the text where the topic does not have it', () => {
  const [message] = messagesAbout(zendesk, withOptions(zendeskTicket, { topic: 'help' }));
  expect(message?.content).toContain(') The audio guide is silent was changed.');
});

test('a ticket needs only its number and title', () => {
  const payload = { ticket_id: 3, ticket_title: 'Rain' };
  expect(messagesAbout(zendesk, { payload })).toEqual([
    { topic: '#3: Rain', content: 'Ticket #3 was changed.' },
  ]);
  expect(refusalOf(zendesk, changed({ payload }, { ticket_title: undefined }))).toBe('BAD_REQUEST');
});
