import { limits } from '@parley/contract/limits.ts';
import { badRequest } from '../../../engine/api-error.ts';
import type { Reader } from '../../../engine/db/sql.ts';
import { nearestWithin, weigh, type Weights } from '../present/weight.ts';
import type { Range } from './select-range.ts';

const MIB = 1024 * 1024;
/** Text that a response has, with its Markdown and its HTML, although it tells one of the two. */
const MAX_BYTES = limits.messageTextInResponse;
/** Fewer messages are within the bound, whatever they contain. */
const FEW_MESSAGES = 8;

/** The weights of messages that a request names. Throws if they are too long together. */
export async function weighAll(reader: Reader, realmId: number, ids: readonly number[]): Promise<Weights> {
  if (ids.length <= FEW_MESSAGES) return new Map();
  const weights = await weigh(reader, realmId, ids);
  let bytes = 0;
  for (const weight of weights.values()) bytes += weight;
  if (bytes > MAX_BYTES)
    throw badRequest(
      `The messages have more than ${MAX_BYTES / MIB} MiB of text together. Ask for fewer at once.`,
    );
  return weights;
}

/** The part of a range nearest to its anchor that is not too long; a range that was cut has not found its end. */
export async function withinBytes(
  reader: Reader,
  realmId: number,
  range: Range,
): Promise<{ readonly range: Range; readonly weights: Weights }> {
  if (range.ids.length <= FEW_MESSAGES) return { range, weights: new Map() };
  const weights = await weigh(reader, realmId, range.ids);
  const index = range.ids.findIndex((id) => id >= range.anchor);
  const middle = index === -1 ? range.ids.length : index;
  const [from, to] = nearestWithin(range.ids, middle, weights, MAX_BYTES);
  if (to - from === range.ids.length) return { range, weights };
  return {
    range: {
      ...range,
      ids: range.ids.slice(from, to),
      foundOldest: range.foundOldest && from === 0,
      foundNewest: range.foundNewest && to === range.ids.length,
    },
    weights,
  };
}
