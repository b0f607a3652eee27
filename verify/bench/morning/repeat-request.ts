import { LightConnection } from './light-connection.ts';

export type RepeatedRequests = {
  readonly answered: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly times: readonly number[];
};

/** Repeats one request over several connections, each as fast as responses arrive. */
export async function repeatRequest(
  port: number,
  requests: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<RepeatedRequests> {
  const times: number[] = [];
  let bytes = 0;
  let turn = 0;
  const from = performance.now();
  const end = from + seconds * 1_000;
  const work = async (): Promise<void> => {
    const wire = new LightConnection(port);
    do {
      const start = performance.now();
      turn += 1;
      const answer = await wire.ask(requests[turn % requests.length] ?? '');
      if (answer.status !== 200) throw new Error(`${answer.status} ${answer.end.slice(0, 300)}`);
      bytes = answer.bytes;
      times.push(performance.now() - start);
    } while (performance.now() < end);
    wire.close();
  };
  await Promise.all(Array.from({ length: connections }, work));
  return { answered: times.length, seconds: (performance.now() - from) / 1_000, bytes, times };
}
