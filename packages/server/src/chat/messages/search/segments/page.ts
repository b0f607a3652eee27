import { crc32 } from 'node:zlib';
import { ByteReader, ByteWriter, type IdList } from './id-list.ts';
import { tokenOf, type Key } from './key.ts';

/** A token with the ids of messages that have it. Long lists continue in further entries with the same key. */
export type PageEntry = {
  readonly key: Key;
  /** The last id of the list, from the first id of the segment. */
  readonly last: number;
  readonly list: IdList;
};

/** Pages one behind the other, as they are sent to PostgreSQL: `ends` are offsets in `data`, `keyEnds` in `keys`. */
export type PackedPages = {
  readonly data: Buffer;
  readonly ends: readonly number[];
  readonly keys: Buffer;
  readonly keyEnds: readonly number[];
};

/** Two pages with their keys and row headers fit into a block of PostgreSQL. */
const PAGE_BYTES = 3_960;
/** Together with the longest key less than a block of PostgreSQL. */
export const MAX_LIST_BYTES = 7_000;
const CHECKSUM_BYTES = 4;

/** Writes entries, which come in the order of their keys, into pages. */
export class PageWriter {
  readonly #data = new ByteWriter(1 << 16);
  readonly #keys = new ByteWriter(1 << 12);
  readonly #ends: number[] = [];
  readonly #keyEnds: number[] = [];
  #pageStart = -1;
  #previous: Key = '';

  add({ key, last, list }: PageEntry): void {
    if (this.#pageStart !== -1 && this.#data.length - this.#pageStart + key.length + list.length > PAGE_BYTES)
      this.#closePage();
    if (this.#pageStart === -1) this.#openPage(key);
    const shared = sharedLength(this.#previous, key);
    this.#data.number(shared);
    this.#data.number(key.length - shared);
    this.#data.latin1(key.slice(shared));
    this.#data.number(last);
    this.#data.number(list.length);
    this.#data.bytes(list);
    this.#previous = key;
  }

  finish(): PackedPages {
    if (this.#pageStart !== -1) this.#closePage();
    return {
      data: this.#data.toBuffer(),
      ends: this.#ends,
      keys: this.#keys.toBuffer(),
      keyEnds: this.#keyEnds,
    };
  }

  #openPage(key: Key): void {
    this.#pageStart = this.#data.length;
    this.#previous = '';
    this.#data.bytes(NO_CHECKSUM);
    this.#keys.latin1(key);
    this.#keyEnds.push(this.#keys.length);
  }

  #closePage(): void {
    const content = this.#data.view(this.#pageStart + CHECKSUM_BYTES);
    this.#data.uint32At(crc32(content), this.#pageStart);
    this.#ends.push(this.#data.length);
    this.#pageStart = -1;
  }
}

const NO_CHECKSUM = new Uint8Array(CHECKSUM_BYTES);

export class DamagedPageError extends Error {
  override readonly name = 'DamagedPageError';
}

/** The entries of a page. */
export function* entriesOf(page: Buffer): Generator<PageEntry> {
  const reader = openPage(page);
  let key = '';
  while (reader.at < page.length) {
    const shared = reader.number();
    const length = reader.number();
    key = key.slice(0, shared) + page.toString('latin1', reader.at, reader.at + length);
    reader.at += length;
    const last = reader.number();
    yield { key, last, list: takeList(reader, page) };
  }
}

/** The keys that a lookup asks for: a single one, or all that begin with it. */
export type KeyRange = { readonly key: Key; readonly isBeginning: boolean };

/**
 * The entries of a page within a range. Entries before it are passed over without reading their keys: an entry that
 * shares more with its predecessor than the predecessor with the range is still before the range.
 */
export function findEntries(
  page: Buffer,
  { key: wanted, isBeginning }: KeyRange,
  found: (token: string, list: IdList) => void,
): void {
  const reader = openPage(page);
  let common = 0;
  let isInside = false;
  let suffix = '';
  while (reader.at < page.length) {
    const shared = reader.number();
    const length = reader.number();
    const restAt = reader.at;
    reader.at += length;
    reader.number();
    if (isInside) {
      if (shared < wanted.length || (!isBeginning && length > 0)) return;
    } else if (shared > common) {
      skipList(reader);
      continue;
    } else {
      if (shared < common) return;
      const equal = equalLength(page, restAt, length, wanted, common);
      common += equal;
      if (common < wanted.length) {
        const isBefore = equal === length || (page[restAt + equal] ?? 0) < wanted.charCodeAt(common);
        if (!isBefore) return;
        skipList(reader);
        continue;
      }
      if (!isBeginning && shared + length > wanted.length) return;
      isInside = true;
    }
    const from = Math.max(wanted.length - shared, 0);
    suffix =
      suffix.slice(0, Math.max(shared - wanted.length, 0)) +
      page.toString('latin1', restAt + from, restAt + length);
    found(tokenOf(wanted + suffix), takeList(reader, page));
  }
}

function openPage(page: Buffer): ByteReader {
  if (page.length < CHECKSUM_BYTES || crc32(page.subarray(CHECKSUM_BYTES)) !== page.readUInt32LE(0))
    throw new DamagedPageError('The checksum of a page of the search index is wrong.');
  return new ByteReader(page, CHECKSUM_BYTES);
}

function takeList(reader: ByteReader, page: Buffer): IdList {
  const length = reader.number();
  reader.at += length;
  return page.subarray(reader.at - length, reader.at);
}

function skipList(reader: ByteReader): void {
  const length = reader.number();
  reader.at += length;
}

function sharedLength(one: Key, other: Key): number {
  const most = Math.min(one.length, other.length);
  let length = 0;
  while (length < most && one.charCodeAt(length) === other.charCodeAt(length)) length += 1;
  return length;
}

function equalLength(page: Buffer, at: number, length: number, wanted: Key, from: number): number {
  let equal = 0;
  while (
    equal < length &&
    from + equal < wanted.length &&
    page[at + equal] === wanted.charCodeAt(from + equal)
  )
    equal += 1;
  return equal;
}
