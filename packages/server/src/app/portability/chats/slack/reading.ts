import type { ImportReport } from '../report.ts';
import type { Labels } from './mrkdwn.ts';

/** Facts of the whole archive that the reading of a message needs. */
export type SlackReading = {
  readonly labels: Labels;
  /** User ids of bots by the ids that messages name. */
  readonly bots: ReadonlyMap<string, string>;
  readonly report: ImportReport;
  /** Where the archive has a file, if a tool has added it. */
  readonly pathOf: (id: string, name: string) => string | undefined;
};
