import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';

async function productFiles(): Promise<string[]> {
  const files = await readdir(import.meta.dirname, { recursive: true });
  return files.filter((file) => file.endsWith('.ts') && !file.endsWith('.test.ts'));
}

test('the SDK imports itself and the contract, and so runs in browsers, but for its entry for Node.js', async () => {
  const foreign: string[] = [];
  for (const file of await productFiles()) {
    if (file === 'node.ts') continue;
    const text = await readFile(join(import.meta.dirname, file), 'utf8');
    for (const [, from = ''] of text.matchAll(/\b(?:from|import\()\s*'([^']+)'/g))
      if (!/^(?:\.{1,2}\/|@parley\/(?:client|contract)\/)/.test(from) || from === './node.ts')
        foreign.push(`${file}: ${from}`);
    for (const [global] of text.matchAll(/\b(?:process|Buffer|setImmediate|require)\b(?=[.(])/g))
      foreign.push(`${file}: ${global}`);
  }
  expect(foreign).toEqual([]);
});

test('every export leads to a file', async () => {
  const text = await readFile(join(import.meta.dirname, '../package.json'), 'utf8');
  const { exports } = JSON.parse(text) as { exports: Record<string, string> };
  const files = await productFiles();
  for (const [offered, target] of Object.entries(exports)) {
    const name = offered === '.' ? './index.ts' : offered;
    expect(target).toBe(name.replace('./', './src/'));
    expect(files).toContain(name.replace('./', ''));
  }
});
