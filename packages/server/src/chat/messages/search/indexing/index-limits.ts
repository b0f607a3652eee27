/** The limits by which the index grows; tests use smaller ones. */
export type IndexLimits = {
  /** Log positions behind the head from which on messages are indexed. Searches scan the ones behind the cursor. */
  readonly minPositions: number;
  readonly maxMessagesPerBatch: number;
  /** Segments of one level that become one of the next. */
  readonly segmentsPerMerge: number;
  /** Segments of this level are not merged. */
  readonly maxLevel: number;
};

export const INDEX_LIMITS: IndexLimits = {
  minPositions: 1_024,
  maxMessagesPerBatch: 2_048,
  segmentsPerMerge: 8,
  maxLevel: 3,
};
