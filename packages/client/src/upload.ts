import { uploadFile } from '@parley/contract/endpoints/uploads.ts';
import type { Connection } from './connection.ts';
import { repeat, type RepeatOptions } from './repeat.ts';
import type { TroubleOptions } from './trouble.ts';

export type UploadOptions = Pick<
  RepeatOptions,
  'onProgress' | 'signal' | 'patienceMilliseconds' | 'backoff' | 'clock' | 'random' | keyof TroubleOptions
> & {
  /** The name that users see; a `File` has its own. */
  readonly name?: string;
};

export type Uploaded = {
  /** Within the organization. */
  readonly url: string;
  readonly filename: string;
  /** A link to put into a message: only a message shares a file. */
  readonly markdown: string;
};

/**
 * Uploads a file, again and again while waiting may help: of several copies only the one that a message refers to is
 * kept.
 */
export async function upload(
  connection: Connection,
  content: Blob,
  { name, ...options }: UploadOptions = {},
): Promise<Uploaded> {
  const { url, filename } = await repeat(connection, uploadFile, undefined, {
    ...options,
    isHarmless: true,
    file: { name: name ?? nameOf(content), content },
  });
  return { url, filename, markdown: `[${filename.replaceAll(/[[\]]/g, '')}](${url})` };
}

function nameOf(content: Blob): string {
  return 'name' in content ? (content as File).name : 'file';
}
