import { LightWire } from './light-wire.ts';

export type Hammered = {
  readonly answered: number;
  readonly seconds: number;
  readonly bytes: number;
  /** Milliseconds. */
  readonly times: readonly number[];
};

/** The same request over some connections, as fast as answers come. */
export async function hammer(
  port: number,
  requests: readonly string[],
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Hammered> {
  const times: number[] = [];
  let bytes = 0;
  let turn = 0;
  const from = performance.now();
  const end = from + seconds * 1_000;
  const work = async (): Promise<void> => {
    const wire = new LightWire(port);
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
