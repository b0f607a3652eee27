import { secondsOf, secondsOfFamily } from './processor-time.ts';

/** Processor microseconds of each part. */
export type Costs = { readonly server: number; readonly postgres: number; readonly load: number };

type Reading = Costs & { until(later: Costs, count: number): Costs };

/** Reads the processor time that each part has used; the difference of two readings is the cost in between. */
export function costMeter(pids: { server: number; postgres: number; load: number }) {
  return async (): Promise<Reading> => {
    const [server, postgres, load] = await Promise.all([
      secondsOf(pids.server),
      secondsOfFamily(pids.postgres),
      secondsOf(pids.load),
    ]);
    return {
      server,
      postgres,
      load,
      until: (later, count) => ({
        server: ((later.server - server) * 1e6) / count,
        postgres: ((later.postgres - postgres) * 1e6) / count,
        load: ((later.load - load) * 1e6) / count,
      }),
    };
  };
}
