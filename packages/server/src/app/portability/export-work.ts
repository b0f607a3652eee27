import type { ArchiveManifest } from './archive.ts';
import type { ExportContent } from './chosen-rows.ts';

export type TellProgress = (line: string) => void;

/** The archive that changes are told since. */
export type EarlierArchive = { readonly directory: string; readonly manifest: ArchiveManifest };

export type ExportWork = {
  readonly directory: string;
  readonly report: TellProgress;
  readonly content: ExportContent;
  /** Called between parts of the work; may wait, and throws to end it. */
  readonly pace: () => Promise<void>;
  readonly earlier: EarlierArchive | undefined;
};

/** Files that rows name, until the archive is complete. */
export const TO_COPY = 'files.todo';
