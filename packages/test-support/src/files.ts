import type { ResultOf } from '@parley/contract/endpoint.ts';
import { uploadFile } from '@parley/contract/endpoints/uploads.ts';
import sharp from 'sharp';
import type { TestUser } from './harness.ts';

/** Uploads a file as a user. */
export function uploadAs(
  { connection }: TestUser,
  name: string,
  content: string | Uint8Array,
): Promise<ResultOf<typeof uploadFile>> {
  return connection.call(
    uploadFile,
    {},
    { file: { name, content: new Blob([typeof content === 'string' ? content : Buffer.from(content)]) } },
  );
}

/** A picture of one colour. */
export function pictureOf(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#336699' } })
    .png()
    .toBuffer();
}
