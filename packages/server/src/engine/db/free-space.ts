/** Runs statements on one connection, inside a transaction. */
type Run = (statement: string) => Promise<readonly unknown[]>;

/** Free bytes where PostgreSQL keeps its data, which is the directory that its programs start in. Superusers may ask. */
export async function freeBytes(run: Run): Promise<number | undefined> {
  await run('create temporary table disk (line text) on commit drop');
  await run(`copy disk from program 'df -Pk . | tail -n 1'`);
  const [row] = (await run('select line from disk')) as readonly { line: string }[];
  const kilobytes = Number(row?.line.split(/\s+/)[3]);
  return Number.isFinite(kilobytes) ? kilobytes * 1024 : undefined;
}
