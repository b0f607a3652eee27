import { render } from '../../src/full.ts';
import { caseContext } from '../cases.ts';

Object.assign(globalThis, {
  renderAll: (texts: readonly string[]) => texts.map((text) => render(text, caseContext)),
});
