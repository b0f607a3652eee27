import { sql, type Reader } from '../engine/db/sql.ts';
import { ApiError } from '../engine/api-error.ts';

/** The time in which the operator lets users wait; all nodes of the database follow it. */
export type Maintenance = {
  /** The message for users; undefined if there is no maintenance. */
  current(): string | undefined;
  /** Reads whether there is maintenance. */
  readonly follow: () => Promise<void>;
  /** Throws while there is maintenance. */
  readonly refuse: () => void;
};

/** Seconds after which clients try again. */
const RETRY_SECONDS = 30;

export function createMaintenance(reader: Reader): Maintenance {
  let message: string | undefined;
  return {
    current: () => message,
    follow: async () => {
      const row = await reader.first(
        sql<{
          message: string;
        }>`select value ->> 'message' as message from server_note where name = 'maintenance'`,
      );
      message = row?.message;
    },
    refuse: () => {
      if (message !== undefined)
        throw new ApiError('UNAVAILABLE', message, { extra: { 'retry-after': RETRY_SECONDS } });
    },
  };
}
