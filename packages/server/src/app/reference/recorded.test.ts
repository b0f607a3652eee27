import { checkAnswer, checkEvent } from '@parley/contract/check.ts';
import { endpoints } from '@parley/contract/endpoints.ts';
import { errors } from '@parley/contract/errors.ts';
import { events } from '@parley/contract/events.ts';
import { expect, test } from 'vitest';
import { kindOf } from './catalogue.ts';
import { readRecorded, type Exchange } from './recorded.ts';

const recorded = readRecorded();

/** Errors that the recorded server cannot give: of requests below `/json`, of push services and of several cells. */
const UNRECORDED_ERRORS: readonly string[] = [
  'FOREIGN_PAGE',
  'SECOND_STEP_EXPIRED',
  'PUSH_SERVICE_NOT_CONFIGURED',
  'INVALID_REMOTE_PUSH_DEVICE_TOKEN',
  'FAILED_TO_CONNECT_BOUNCER',
  'INTERNAL_SERVER_ERROR_ON_BOUNCER',
  'ADMIN_ACTION_REQUIRED',
  'ORGANIZATION_MOVED',
];

test('every operation, kind of event and error has an example', () => {
  const missing = [
    ...endpoints.map(({ id }) => id).filter((id) => recorded.operations[id] === undefined),
    ...events.map(kindOf).filter((kind) => recorded.events[kind] === undefined),
    ...Object.keys(errors).filter(
      (code) => recorded.errors[code] === undefined && !UNRECORDED_ERRORS.includes(code),
    ),
  ];
  expect(missing, 'Add a call in tools/reference/scenarios, then run: npm run reference:record').toEqual([]);
});

function violationsOf({ operation, status, body }: Exchange): string[] {
  const endpoint = endpoints.find(({ id }) => id === operation);
  return endpoint === undefined ? [`${operation} is no operation`] : checkAnswer(endpoint, status, body);
}

test('recorded examples match the contract (to update them: npm run reference:record)', () => {
  const violations = [
    ...Object.values(recorded.operations).flatMap(violationsOf),
    ...Object.values(recorded.errors).flatMap(violationsOf),
    ...Object.values(recorded.events).flatMap(checkEvent),
  ];
  expect(violations).toEqual([]);
});
