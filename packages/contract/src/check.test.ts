import { expect, test } from 'vitest';
import { checkAnswer, checkEvent } from './check.ts';
import { deleteDraft, getDrafts } from './endpoints/drafts.ts';
import { deleteQueue, getEvents } from './endpoints/queues.ts';
import { addRealmDomain } from './endpoints/realm-domains.ts';

const ok = { result: 'success', msg: '' };

test('takes what is declared', () => {
  expect(checkAnswer(getDrafts, 200, { ...ok, count: 0, drafts: [] })).toEqual([]);
  expect(checkAnswer(addRealmDomain, 200, { ...ok, new_domain: [1, 'a.org'] })).toEqual([]);
});

test('reports missing and undeclared fields', () => {
  expect(checkAnswer(getDrafts, 200, { ...ok, count: 0 })).toHaveLength(1);
  expect(checkAnswer(getDrafts, 200, { ...ok, count: 0, drafts: [], more: 1 })).toHaveLength(1);
});

test('every operation may report ignored parameters', () => {
  const ignored = { ...ok, ignored_parameters_unsupported: ['x'] };
  expect(checkAnswer(deleteQueue, 200, ignored)).toEqual([]);
  expect(checkAnswer(deleteDraft, 200, ignored)).toEqual([]);
});

test('knows the errors of an operation, their status and their fields', () => {
  const gone = { result: 'error', msg: 'gone', code: 'BAD_EVENT_QUEUE_ID', queue_id: 'q' };
  expect(checkAnswer(deleteQueue, 400, gone)).toEqual([]);
  expect(checkAnswer(deleteQueue, 404, gone)).toHaveLength(1);
  expect(checkAnswer(deleteQueue, 400, { ...gone, queue_id: undefined })).toHaveLength(1);
  expect(checkAnswer(getDrafts, 400, gone)).toHaveLength(1);
  expect(checkAnswer(getDrafts, 400, { ...gone, code: 'NO_SUCH_CODE' })).toHaveLength(1);
  const missing = { result: 'error', msg: 'no such draft', code: 'BAD_REQUEST' };
  expect(checkAnswer(deleteDraft, 404, missing)).toEqual([]);
  expect(checkAnswer(deleteQueue, 404, missing)).toHaveLength(1);
  expect(checkAnswer(getDrafts, 500, { result: 'error', msg: 'sorry' })).toHaveLength(1);
});

test('checks every event by its kind', () => {
  expect(checkEvent({ id: 1, type: 'heartbeat' })).toEqual([]);
  expect(checkEvent({ id: 1, type: 'drafts', op: 'remove', draft_id: 'x' })[0]).toContain('draft_id');
  expect(checkEvent({ id: 1, type: 'drafts', op: 'melt' })).toEqual(['event drafts/melt: is not declared']);
  const poll = { ...ok, queue_id: 'q', events: [{ id: 1, type: 'heartbeat', extra: true }] };
  expect(checkAnswer(getEvents, 200, poll)).toHaveLength(1);
  expect(checkAnswer(getEvents, 200, { ...poll, events: [] })).toEqual([]);
});

test('one change about a user is one change', () => {
  const user = { user_id: 1, full_name: 'A' };
  expect(checkEvent({ id: 1, type: 'realm_user', op: 'update', person: user })).toEqual([]);
  const two = { ...user, role: 400 };
  expect(checkEvent({ id: 1, type: 'realm_user', op: 'update', person: two })).toHaveLength(1);
});
