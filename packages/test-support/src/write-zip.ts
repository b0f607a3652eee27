import { createWriteStream, type WriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { crc32, deflateRawSync } from 'node:zlib';

/** A file in an archive. `attributes` are those of Unix, such as 0o120777 for a link. */
export type ZipEntry = {
  readonly name: string;
  readonly content: string | Buffer;
  readonly attributes?: number;
  /** The length that the archive claims. */
  readonly claimed?: number;
};

export type ZipWriter = { add(entry: ZipEntry): Promise<void>; close(): Promise<void> };

const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const VERSION = 20;
const DEFLATED = 8;
/** The first of January 2020, so that equal contents are equal archives. */
const DATE = 0x5021;

/** Writes a zip archive as a stream, also such as programs do not make. */
export function createZip(file: string): ZipWriter {
  const sink = createWriteStream(file);
  const central: Buffer[] = [];
  let offset = 0;
  return {
    add: async ({ name, content, attributes = 0o100644, claimed }) => {
      const bytes = typeof content === 'string' ? Buffer.from(content) : content;
      const packed = deflateRawSync(bytes);
      const fields = {
        name: Buffer.from(name),
        crc: crc32(bytes),
        packed: packed.length,
        size: claimed ?? bytes.length,
      };
      central.push(centralHeader(fields, attributes, offset));
      const header = localHeader(fields);
      offset += header.length + packed.length;
      sink.write(header);
      await write(sink, packed);
    },
    close: async () => {
      const directory = Buffer.concat(central);
      const end = Buffer.alloc(22);
      end.writeUInt32LE(END, 0);
      // Readers that follow the format take 65,535 for "look elsewhere"; the tests stay below.
      end.writeUInt16LE(Math.min(central.length, 0xfffe), 8);
      end.writeUInt16LE(Math.min(central.length, 0xfffe), 10);
      end.writeUInt32LE(directory.length, 12);
      end.writeUInt32LE(offset, 16);
      sink.write(directory);
      sink.end(end);
      await finished(sink);
    },
  };
}

async function write(sink: WriteStream, bytes: Buffer): Promise<void> {
  if (!sink.write(bytes)) await new Promise<void>((resolve) => sink.once('drain', () => resolve()));
}

type Fields = { readonly name: Buffer; readonly crc: number; readonly packed: number; readonly size: number };

function localHeader({ name, crc, packed, size }: Fields): Buffer {
  const header = Buffer.alloc(30);
  header.writeUInt32LE(LOCAL, 0);
  header.writeUInt16LE(VERSION, 4);
  header.writeUInt16LE(DEFLATED, 8);
  header.writeUInt16LE(DATE, 12);
  header.writeUInt32LE(crc, 14);
  header.writeUInt32LE(packed, 18);
  header.writeUInt32LE(size, 22);
  header.writeUInt16LE(name.length, 26);
  return Buffer.concat([header, name]);
}

function centralHeader({ name, crc, packed, size }: Fields, attributes: number, offset: number): Buffer {
  const header = Buffer.alloc(46);
  header.writeUInt32LE(CENTRAL, 0);
  header.writeUInt16LE((3 << 8) | VERSION, 4);
  header.writeUInt16LE(VERSION, 6);
  header.writeUInt16LE(DEFLATED, 10);
  header.writeUInt16LE(DATE, 14);
  header.writeUInt32LE(crc, 16);
  header.writeUInt32LE(packed, 20);
  header.writeUInt32LE(size, 24);
  header.writeUInt16LE(name.length, 28);
  header.writeUInt32LE((attributes << 16) >>> 0, 38);
  header.writeUInt32LE(offset, 42);
  return Buffer.concat([header, name]);
}
