/** Builds of the search index in which searches of this node met a damaged or missing page, until the job sees them. */
export type NotedDamage = {
  note(realmId: number, buildId: number): void;
  /** Removes and returns the noted builds by organization. */
  take(): ReadonlyMap<number, number>;
};

export function createNotedDamage(): NotedDamage {
  let noted = new Map<number, number>();
  return {
    note: (realmId, buildId) => {
      noted.set(realmId, buildId);
    },
    take: () => {
      const taken = noted;
      noted = new Map();
      return taken;
    },
  };
}
