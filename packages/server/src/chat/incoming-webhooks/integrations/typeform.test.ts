import { messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import { typeformResponse } from '../samples/people.ts';
import { typeform } from './typeform.ts';

const { form_response: response } = typeformResponse.payload;

function answered(answers: readonly object[]) {
  return { payload: { event_type: 'form_response', form_response: { ...response, answers } } };
}

test('questions and answers are posted in the topic of the form', () => {
  const [message] = messagesAbout(typeform, typeformResponse);
  expect(message).toMatchObject({ event: 'form_response', topic: 'How was the open night?' });
  expect(message?.content).toContain('What did you see?\n\n```quote\nSaturn, Moon\n```');
});

test.each([
  [{ type: 'choice', choice: { label: 'Mars' } }, 'Mars'],
  [{ type: 'choice', choice: { other: 'Comets' } }, 'Comets'],
  [{ type: 'choices', choices: { labels: ['Mars'], other: 'Comets' } }, 'Mars, Comets'],
  [{ type: 'boolean', boolean: false }, 'no'],
  [{ type: 'number', number: 5 }, '5'],
  [{ type: 'email', email: 'noor@example.org' }, 'noor@example.org'],
  [{ type: 'payment', payment: { amount: '12.00' } }, 'paid 12.00'],
])('the answer %j is shown as %s', (answer, text) => {
  expect(messagesAbout(typeform, answered([answer]))[0]?.content).toContain(`\`\`\`quote\n${text}\n\`\`\``);
});

test('answers of unknown types are left out, and the rest of many is counted', () => {
  const content = messagesAbout(typeform, answered([{ type: 'toString' }]))[0]?.content;
  expect(content).not.toContain('quote');
  const many = Array.from({ length: 23 }, () => ({ type: 'number', number: 1 }));
  expect(messagesAbout(typeform, answered(many))[0]?.content).toContain('and 3 more answers');
});

test('unknown events and other payloads are refused', () => {
  expect(refusalOf(typeform, { payload: { event_type: 'toString' } })).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(typeform, { payload: { event_type: 'form_response' } })).toBe('BAD_REQUEST');
});
