import path from 'node:path';

/** Steps of the start, one chunk each: modules that an earlier one has are in no later one. */
const STEPS = [
  { name: 'page', roots: ['main.tsx'] },
  { name: 'client', roots: ['start-chat.ts', 'views/app.tsx'] },
];

type ModuleGraph = {
  getModuleInfo(id: string): { readonly importedIds: readonly string[] } | null;
};

/** A group of chunks for the bundler, without which modules that the start shares with later parts get chunks of their own. */
export function startGroup(source: string): {
  readonly name: (id: string, graph: ModuleGraph) => string | undefined;
  readonly includeDependenciesRecursively: false;
} {
  let names: ReadonlyMap<string, string> | undefined;
  return {
    name: (id, graph) => {
      names ??= stepNames(source, graph);
      return names.get(id);
    },
    includeDependenciesRecursively: false,
  };
}

function stepNames(source: string, graph: ModuleGraph): ReadonlyMap<string, string> {
  const names = new Map<string, string>();
  const visit = (id: string, name: string): void => {
    if (names.has(id)) return;
    names.set(id, name);
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported, name);
  };
  const roots = STEPS.flatMap(({ name, roots: own }) =>
    own.map((root) => ({ name, id: path.join(source, root) })),
  );
  for (const { name, id } of roots) visit(id, name);
  // The bundler makes a chunk of each module that is imported dynamically, which the page asks for.
  for (const { id } of roots) names.delete(id);
  return names;
}
