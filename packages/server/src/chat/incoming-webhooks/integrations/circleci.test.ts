import { changed, messagesAbout, refusalOf } from '@parley/test-support/webhook-samples.ts';
import { expect, test } from 'vitest';
import type { WebhookSample } from '../compose-sample.ts';
import { circleciWorkflow } from '../samples/other.ts';
import { circleci } from './circleci.ts';

const { pipeline, workflow } = circleciWorkflow.payload;
const job = changed(circleciWorkflow, {
  type: 'job-completed',
  job: { name: 'lint', status: 'success', number: 4 },
});

test.each<[string, WebhookSample, string, string, string]>([
  [
    'a workflow',
    circleciWorkflow,
    'workflow-completed',
    'star-map',
    ':cross_mark: The workflow [build and test](',
  ],
  [
    'a job',
    job,
    'job-completed',
    'star-map',
    ':check: The job [lint](https://app.circleci.com/pipelines/workflows/w1/jobs/4) of pipeline #312: success.',
  ],
  ['a commit', circleciWorkflow, 'workflow-completed', 'star-map', 'on branch `planets` by Amara Okonkwo.'],
  [
    'a canceled workflow',
    changed(circleciWorkflow, { workflow: { ...workflow, status: 'canceled' } }),
    'workflow-completed',
    'star-map',
    ':info:',
  ],
  [
    'a manual trigger',
    changed(circleciWorkflow, { pipeline: { number: 1 } }),
    'workflow-completed',
    'star-map',
    'Triggered manually.',
  ],
  [
    'a tag',
    changed(circleciWorkflow, { pipeline: { ...pipeline, vcs: { tag: 'v1' } } }),
    'workflow-completed',
    'star-map',
    'with tag `v1`.',
  ],
  ['a ping', { payload: { type: 'ping' } }, 'ping', 'Test event', 'works.'],
])('%s is posted', (_name, sample, event, topic, part) => {
  expect(messagesAbout(circleci, sample)).toMatchObject([
    { event, topic, content: expect.stringContaining(part) as string },
  ]);
});

test('unknown types and other payloads are refused', () => {
  expect(refusalOf(circleci, { payload: { type: 'toString' } })).toBe('UNSUPPORTED_WEBHOOK_EVENT_TYPE');
  expect(refusalOf(circleci, { payload: {} })).toBe('ANOMALOUS_WEBHOOK_PAYLOAD');
});
