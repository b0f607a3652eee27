/** Damaged segments that searches of this node met, until a job marks them in the database. */
export type NotedDamage = {
  note(realmId: number, segmentId: number): void;
  /** Removes and returns the noted segments by organization. */
  take(): ReadonlyMap<number, ReadonlySet<number>>;
};

declare module '../../../http/world.ts' {
  interface FeatureServices {
    readonly searchDamage: NotedDamage;
  }
}

export function createNotedDamage(): NotedDamage {
  let noted = new Map<number, Set<number>>();
  return {
    note: (realmId, segmentId) => {
      noted.set(realmId, (noted.get(realmId) ?? new Set()).add(segmentId));
    },
    take: () => {
      const taken = noted;
      noted = new Map();
      return taken;
    },
  };
}
