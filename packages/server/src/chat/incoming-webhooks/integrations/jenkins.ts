import { buildText } from '../builds.ts';
import { durationText } from '../durations.ts';
import { unsupportedEvent } from '../errors.ts';
import type { Integration } from '../integration.ts';
import type { PayloadObject } from '../payload-object.ts';

const NAME = 'jenkins';

/** Phases that say nothing which the phases after them do not say. */
const DROPPED: ReadonlySet<string> = new Set(['queued', 'completed']);

export const jenkins: Integration = {
  name: NAME,
  displayName: 'Jenkins',
  events: ['started', 'finalized'],
  options: [],
  about: 'Posts builds of jobs that start and end, with their result, branch and commit.',
  setup:
    'Install the plug-in Notification, and add an endpoint to the job with the format JSON, the protocol HTTP and the address as URL.',
  compose: ({ payload }) => {
    const build = payload.object('build');
    const event = build.text('phase').toLowerCase();
    if (DROPPED.has(event)) return [];
    if (event !== 'started' && event !== 'finalized') throw unsupportedEvent(NAME, event);
    const content = buildText({
      name: `Build #${build.text('number')}`,
      url: build.textIf('full_url'),
      status: event === 'started' ? event : (build.textIf('status') ?? event),
      branch: build.textIf('scm.branch')?.replace(/^origin\//, ''),
      duration: event === 'started' ? '' : durationText(secondsOf(build)),
      commit: { hash: build.textIf('scm.commit') ?? '', message: 'Commit', url: undefined },
    });
    return [{ event, topic: payload.textIf('display_name') ?? payload.text('name'), content }];
  },
};

function secondsOf(build: PayloadObject): number | undefined {
  const duration = build.numberIf('duration');
  return duration === undefined || duration === 0 ? undefined : duration / 1000;
}
