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
const PAGE_BYTES = 3_940;
/** Together with the longest key less than a block of PostgreSQL. */
export const MAX_LIST_BYTES = 7_000;
const CHECKSUM_BYTES = 4;

/** The place of a page in its segment, by which a missing neighbor is noticed. */
export type PageHeader = {
  /** Pages of a segment count from 1. */
  readonly number: number;
  /** No key of the page is less. The first page of a segment has the empty key. */
  readonly key: Key;
  /** The key of the next page; empty in the last one. */
  readonly next: Key;
};

/** Writes entries, which come in the order of their keys, into pages. A segment has at least one page. */
export class PageWriter {
  readonly #data = new ByteWriter(1 << 16);
  readonly #keys = new ByteWriter(1 << 12);
  readonly #ends: number[] = [];
  readonly #keyEnds: number[] = [];
  readonly #entries = new ByteWriter(1 << 13);
  #key: Key = '';
  #previous: Key = '';

  add(entry: PageEntry): void {
    const { key, list } = entry;
    const length = this.#key.length + this.#entries.length + key.length + list.length;
    if (this.#entries.length > 0 && length > PAGE_BYTES) this.#closePage(key);
    writeEntry(this.#entries, this.#previous, entry);
    this.#previous = key;
  }

  finish(): PackedPages {
    this.#closePage('');
    return {
      data: this.#data.toBuffer(),
      ends: this.#ends,
      keys: this.#keys.toBuffer(),
      keyEnds: this.#keyEnds,
    };
  }

  #closePage(next: Key): void {
    this.#keys.latin1(this.#key);
    this.#keyEnds.push(this.#keys.length);
    const header = { number: this.#keyEnds.length, key: this.#key, next };
    writePage(this.#data, header, this.#entries.view(0));
    this.#ends.push(this.#data.length);
    this.#entries.clear();
    this.#key = next;
    this.#previous = next;
  }
}

/** A page with this header and these entries. */
export function encodePage(header: PageHeader, entries: Iterable<PageEntry>): Buffer {
  const content = new ByteWriter(PAGE_BYTES);
  let previous = header.key;
  for (const entry of entries) {
    writeEntry(content, previous, entry);
    previous = entry.key;
  }
  const page = new ByteWriter(PAGE_BYTES);
  writePage(page, header, content.view(0));
  return page.toBuffer();
}

function writePage(into: ByteWriter, { number, key, next }: PageHeader, entries: Uint8Array): void {
  const start = into.length;
  into.bytes(NO_CHECKSUM);
  into.number(number);
  into.number(key.length);
  into.latin1(key);
  into.number(next.length);
  into.latin1(next);
  into.bytes(entries);
  into.uint32At(crc32(into.view(start + CHECKSUM_BYTES)), start);
}

function writeEntry(into: ByteWriter, previous: Key, { key, last, list }: PageEntry): void {
  const shared = sharedLength(previous, key);
  into.number(shared);
  into.number(key.length - shared);
  into.latin1(key.slice(shared));
  into.number(last);
  into.number(list.length);
  into.bytes(list);
}

const NO_CHECKSUM = new Uint8Array(CHECKSUM_BYTES);

/** A page whose checksum is right. */
export type OpenPage = { readonly header: PageHeader; readonly bytes: Buffer; readonly entriesAt: number };

/** Returns undefined if the page is damaged. */
export function openPage(bytes: Buffer): OpenPage | undefined {
  if (bytes.length < CHECKSUM_BYTES || crc32(bytes.subarray(CHECKSUM_BYTES)) !== bytes.readUInt32LE(0))
    return undefined;
  const reader = new ByteReader(bytes, CHECKSUM_BYTES);
  const number = reader.number();
  const key = takeKey(reader, bytes);
  const next = takeKey(reader, bytes);
  return { header: { number, key, next }, bytes, entriesAt: reader.at };
}

/** Opens all pages of a segment, in their order; undefined if one is damaged or missing. */
export function openSegment(pages: readonly Buffer[]): OpenPage[] | undefined {
  const open: OpenPage[] = [];
  let next = '';
  for (const [n, bytes] of pages.entries()) {
    const page = openPage(bytes);
    if (page?.header.number !== n + 1 || page.header.key !== next) return undefined;
    open.push(page);
    ({ next } = page.header);
  }
  return open.length > 0 && next === '' ? open : undefined;
}

/** The entries of a page. */
export function* entriesOf({ header, bytes, entriesAt }: OpenPage): Generator<PageEntry> {
  const reader = new ByteReader(bytes, entriesAt);
  let { key } = header;
  while (reader.at < bytes.length) {
    const shared = reader.number();
    key = key.slice(0, shared) + takeKey(reader, bytes);
    const last = reader.number();
    yield { key, last, list: takeList(reader, bytes) };
  }
}

/** The keys that a lookup asks for: a single one, or all that begin with it. */
export type KeyRange = { readonly key: Key; readonly isBeginning: boolean };

/**
 * The entries of a page within a range. Entries before it are passed over without reading their keys: an entry that
 * shares more with its predecessor than the predecessor with the range is still before the range.
 */
export function findEntries(
  { header, bytes: page, entriesAt }: OpenPage,
  { key: wanted, isBeginning }: KeyRange,
  found: (token: string, list: IdList, last: number) => void,
): void {
  const reader = new ByteReader(page, entriesAt);
  let common = sharedLength(header.key, wanted);
  let isInside = common === wanted.length;
  if (!isInside && header.key > wanted) return;
  let suffix = header.key.slice(wanted.length);
  while (reader.at < page.length) {
    const shared = reader.number();
    const length = reader.number();
    const restAt = reader.at;
    reader.at += length;
    const last = reader.number();
    if (isInside) {
      if (shared < wanted.length || (!isBeginning && shared + length > wanted.length)) return;
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
    found(tokenOf(wanted + suffix), takeList(reader, page), last);
  }
}

/** No byte of a token is 255. */
const AFTER_ALL = '\xff';

/** The last key of a range. */
export function endOf({ key, isBeginning }: KeyRange): Key {
  return isBeginning ? key + AFTER_ALL : key;
}

/** Whether pages, in the order of their numbers, are all that may contain a key of a range. */
export function isWholeRange(pages: readonly OpenPage[], range: KeyRange): boolean {
  const first = pages[0]?.header;
  const last = pages.at(-1)?.header;
  if (first === undefined || last === undefined) return false;
  return (
    (first.number === 1 || first.key < range.key) &&
    (last.next === '' || last.next > endOf(range)) &&
    pages.every(({ header }, n) => header.number === first.number + n)
  );
}

function takeKey(reader: ByteReader, page: Buffer): Key {
  const length = reader.number();
  reader.at += length;
  return page.toString('latin1', reader.at - length, reader.at);
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
