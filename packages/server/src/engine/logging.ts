import { hostname } from 'node:os';
import { destination, pino, type DestinationStream, type Logger, type LoggerOptions } from 'pino';
import type { Config } from './config.ts';
import { currentWork } from './work/current-work.ts';

/** The log of a node: JSON lines, by default on standard output. Lines that belong to a request name it. */
export function createLog(
  { logLevel, listen }: Pick<Config, 'logLevel' | 'listen'>,
  stream: DestinationStream = destination(),
): Logger {
  const options: LoggerOptions = {
    level: logLevel,
    base: { pid: process.pid, node: `${hostname()}:${listen.port}` },
    serializers: { err: describeError },
    mixin: () => {
      const request = currentWork()?.request;
      return request === undefined ? {} : { request: request.id, trace: request.traceId };
    },
  };
  return pino(options, stream);
}

/** Logs selected fields only: some libraries attach whole connection objects to their errors. */
function describeError(error: unknown): Record<string, unknown> {
  return error instanceof Error
    ? {
        type: error.name,
        message: error.message,
        code: 'code' in error ? error.code : undefined,
        stack: error.stack,
      }
    : { message: String(error) };
}
