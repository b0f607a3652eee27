import { expect, test } from 'vitest';
import { checkPlayground } from './validate.ts';

test('a playground opens a page and runs nothing in the client', () => {
  const playground = { name: 'Run', pygments_language: 'python' };
  checkPlayground({ ...playground, url_template: 'https://example.com/?code={code}' });
  for (const url_template of ['javascript:{code}', 'java\nscript:{code}', 'data:text/html,{code}'])
    expect(() => {
      checkPlayground({ ...playground, url_template });
    }).toThrow(/scheme/);
});
