import { setTimeout as sleep } from 'node:timers/promises';
import { PNG } from '@parley/test-support/pictures.ts';
import { createCaller, type Answer, type Call, type Member } from './client.ts';
import type { Team } from './stage.ts';

/** Latencies in milliseconds, and the first words of responses that were not a success. */
export type Sample = { readonly times: readonly number[]; readonly failures: readonly string[] };

export type Neighbor = {
  /** Works as usual for a time. */
  work(milliseconds: number): Promise<Sample>;
  close(): void;
};

type Queue = { readonly queue_id: string; readonly last_event_id: number };

/** Members who work at the same time, each with a pause between two requests. */
const WORKERS = 4;
const PAUSE_MS = 50;

/** An organization whose members send, poll, fetch, render and upload in a fixed mix. */
export async function createNeighbor(url: string, team: Team): Promise<Neighbor> {
  const { call, close } = createCaller(url);
  const queues = new Map<Member, Queue>();
  for (const member of team.members) {
    const form = { event_types: '["message"]', idle_queue_timeout: '3600' };
    const { body } = await call(member, { method: 'POST', path: '/register', form });
    queues.set(member, JSON.parse(body) as Queue);
  }
  const mix = mixOf(call, team, queues);
  let turn = 0;
  return {
    work: async (milliseconds) => {
      const end = performance.now() + milliseconds;
      const [times, failures]: [number[], string[]] = [[], []];
      const workUntilEnd = async (): Promise<void> => {
        while (performance.now() < end) {
          turn += 1;
          const member = team.members[turn % team.members.length];
          const [name, step] = mix[turn % mix.length] ?? [];
          if (member === undefined || step === undefined) throw new Error('The mix is empty.');
          const from = performance.now();
          const problem = await problemOf(step(member));
          times.push(performance.now() - from);
          if (problem !== undefined) failures.push(`${name}: ${problem}`);
          await sleep(PAUSE_MS);
        }
      };
      await Promise.all(Array.from({ length: WORKERS }, workUntilEnd));
      return { times, failures };
    },
    close,
  };
}

type Step = (member: Member) => Promise<Answer>;

function mixOf(
  call: Call,
  { channelId }: Team,
  queues: ReadonlyMap<Member, Queue>,
): readonly (readonly [string, Step])[] {
  const send: Step = (member) =>
    call(member, {
      method: 'POST',
      path: '/messages',
      form: { type: 'stream', to: String(channelId), topic: 'work', content: 'A **short** message.' },
    });
  const poll: Step = (member) => {
    const { queue_id = '', last_event_id = -1 } = queues.get(member) ?? {};
    return call(member, {
      path: `/events?queue_id=${queue_id}&last_event_id=${last_event_id}&dont_block=true`,
    });
  };
  const fetchPage: Step = (member) =>
    call(member, { path: '/messages?anchor=newest&num_before=50&num_after=0' });
  const getSelf: Step = (member) => call(member, { path: '/users/me' });
  const render: Step = (member) =>
    call(member, { method: 'POST', path: '/messages/render', form: { content: '- a *list* with `code`' } });
  const upload: Step = (member) =>
    call(member, { method: 'POST', path: '/user_uploads', file: { name: 'picture.png', content: PNG } });
  return [
    ['send', send],
    ['poll', poll],
    ['fetch', fetchPage],
    ['users/me', getSelf],
    ['render', render],
    ['send', send],
    ['poll', poll],
    ['fetch', fetchPage],
    ['users/me', getSelf],
    ['render', render],
    ['upload', upload],
  ];
}

/** Characters of a failed response that are kept. */
const MAX_PROBLEM_CHARACTERS = 120;

async function problemOf(answering: Promise<Answer>): Promise<string | undefined> {
  try {
    const { status, body } = await answering;
    return status === 200 ? undefined : `${status} ${body.slice(0, MAX_PROBLEM_CHARACTERS)}`;
  } catch (error) {
    return error instanceof Error ? error.message : 'no response';
  }
}
