import path from 'node:path';

/** Modules with which the steps of the start begin. Door and client exclude each other, as inbox and conversation do. */
const ROOTS = {
  page: ['main.tsx'],
  door: ['views/arriving/door.tsx'],
  client: ['screen/start-chat.ts', 'views/app.tsx'],
  inbox: ['views/inbox/inbox-view.tsx'],
  conversation: ['views/conversation/conversation-view.tsx'],
};
type Step = keyof typeof ROOTS;
const STEPS = Object.keys(ROOTS) as readonly Step[];

/**
 * Rights that only later parts ask for. The start imports the SDK by its index, which leads to all of them, and what it
 * leads to would belong to the start.
 */
const LATER = /\/rights\/(?:account|bot|granting|group|inviting|managing)-rights\.ts$/;

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
  const roots = (step: Step): readonly string[] => ROOTS[step].map((root) => path.join(source, root));
  const users = new Map<string, Set<Step>>();
  const visit = (id: string, step: Step): void => {
    const own = users.get(id) ?? new Set();
    if (own.has(step) || LATER.test(id)) return;
    users.set(id, own.add(step));
    for (const imported of graph.getModuleInfo(id)?.importedIds ?? []) visit(imported, step);
  };
  for (const step of STEPS) for (const root of roots(step)) visit(root, step);
  // The bundler makes a chunk of each module that is imported dynamically, which the page asks for.
  for (const root of STEPS.flatMap(roots)) users.delete(root);
  return new Map(Array.from(users, ([id, steps]) => [id, stepOf(steps)]));
}

/** The step at which a module is loaded, given those that need it. */
function stepOf(steps: ReadonlySet<Step>): Step {
  const [first = 'page'] = steps;
  if (steps.has('page') || (steps.has('door') && steps.size > 1)) return 'page';
  return steps.has('client') || steps.size > 1 ? 'client' : first;
}
