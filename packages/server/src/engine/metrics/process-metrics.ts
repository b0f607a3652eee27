import { collectDefaultMetrics, Registry } from 'prom-client';

let register: Registry | undefined;

/**
 * The metrics of the process, under their usual names, which ready-made dashboards know. All nodes of a process share them: the
 * library measures the event loop and collections of garbage until the process ends, once for each registry.
 */
export function processRegister(): Registry {
  if (register === undefined) {
    register = new Registry();
    collectDefaultMetrics({ register });
  }
  return register;
}
