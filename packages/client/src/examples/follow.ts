import { applyEvent } from '@parley/client/apply-event.ts';
import { createConnection } from '@parley/client/connection.ts';
import { follow } from '@parley/client/event-loop.ts';
import type { State } from '@parley/client/state.ts';

const connection = createConnection({
  url: 'https://chat.example.org',
  credentials: { email: 'ada@example.org', apiKey: 'her key' },
});

const ending = new AbortController();
let state: State | undefined;

for await (const news of follow(connection, {
  register: { event_types: ['drafts', 'user_settings'] },
  signal: ending.signal,
  onTrouble: ({ waitMilliseconds }) => {
    console.log(`offline, trying again in ${waitMilliseconds} ms`);
  },
})) {
  if (news.kind === 'snapshot') state = news.state;
  else if (state !== undefined) state = applyEvent(state, news.event);
  console.log(`${state?.drafts?.length ?? 0} drafts`);
  if (state?.drafts?.[0]?.content === 'enough') ending.abort();
}
