import type { ClusterNode } from './node.ts';

/** Metrics of a node, summed by name or by one value of a label. */
export type NodeFigures = {
  readonly state: 'up' | 'draining' | 'down';
  readonly at: number;
  readonly sum: (name: string, state?: string) => number;
};

const ASK_MS = 900;

export async function figuresOf(node: ClusterNode): Promise<NodeFigures> {
  const [state, text] = await Promise.all([stateOf(node), metricsOf(node)]);
  const lines = text.split('\n').filter((line) => !line.startsWith('#'));
  return {
    state,
    at: performance.now(),
    sum: (name, label) =>
      lines
        .filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
        .filter((line) => label === undefined || line.includes(`state="${label}"`))
        .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0),
  };
}

async function stateOf({ port }: ClusterNode): Promise<NodeFigures['state']> {
  try {
    const { ok } = await fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(ASK_MS) });
    return ok ? 'up' : 'draining';
  } catch {
    return 'down';
  }
}

async function metricsOf({ metricsPort }: ClusterNode): Promise<string> {
  try {
    const url = `http://127.0.0.1:${metricsPort}/metrics`;
    const answer = await fetch(url, { signal: AbortSignal.timeout(ASK_MS) });
    return await answer.text();
  } catch {
    return '';
  }
}
