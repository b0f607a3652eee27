import { Problem } from '../../problem.ts';

export const badNarrow = (desc: string): Problem =>
  new Problem('BAD_NARROW', `The search cannot be understood: ${desc}`, { extra: { desc } });
