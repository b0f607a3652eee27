import { checkAnswer, checkEvent } from '@parley/contract/check.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { errors } from '@parley/contract/errors.ts';
import { events } from '@parley/contract/events.ts';
import { expect, test } from 'vitest';
import { kindOf } from './catalogue.ts';
import { readRecorded, type Exchange } from './recorded.ts';

const recorded = readRecorded();

test('every operation, every kind of event and every error has an example', () => {
  const missing = [
    ...endpoints.map(({ id }) => id).filter((id) => recorded.operations[id] === undefined),
    ...events.map(kindOf).filter((kind) => recorded.events[kind] === undefined),
    ...Object.keys(errors).filter((code) => recorded.errors[code] === undefined),
  ];
  expect(missing, 'Call it in tools/reference/acts, then: npm run reference:record').toEqual([]);
});

function problemsOf({ operation, status, body }: Exchange): string[] {
  const endpoint = endpoints.find(({ id }) => id === operation);
  return endpoint === undefined ? [`${operation} is no operation`] : checkAnswer(endpoint, status, body);
}

test('what was recorded still fits the contract; if not: npm run reference:record', () => {
  const problems = [
    ...Object.values(recorded.operations).flatMap(problemsOf),
    ...Object.values(recorded.errors).flatMap(problemsOf),
    ...Object.values(recorded.events).flatMap(checkEvent),
  ];
  expect(problems).toEqual([]);
});
