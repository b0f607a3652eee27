import { readFile, rename, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { Config } from '../../engine/config.ts';
import { hostOf } from '../../engine/hosts.ts';
import { connectReader, MoveError } from './sides.ts';

export const mapFormats = ['haproxy', 'nginx', 'caddy'] as const;
export type MapFormat = (typeof mapFormats)[number];

/** The cell of each host. */
export type CellMap = ReadonlyMap<string, number>;

/** Reads the organizations of all cells. Of two copies of one, the copy that has moved more often is current. */
export async function readCellMap(config: Config, warn: (line: string) => void): Promise<CellMap> {
  const homes = new Map<string, { readonly cell: number; readonly moves: number }>();
  const cells = new Set([config.cell.number, ...Object.keys(config.cell.databases).map(Number)]);
  for (const cell of cells) {
    const side = await connectReader(config, cell);
    try {
      // An organization that is being deleted has no address any more.
      const realms = await side.all<{ subdomain: string; moves: number }>(
        "select subdomain, moves from realm where not starts_with(subdomain, '.') order by id",
      );
      for (const { subdomain, moves } of realms) {
        const host = hostOf(config.hosts, subdomain);
        const known = homes.get(host);
        if (known !== undefined)
          warn(`${host} is in cells ${known.cell} and ${cell}; the copy that has moved more often is used.`);
        if (known === undefined || moves > known.moves) homes.set(host, { cell, moves });
      }
    } finally {
      await side.end();
    }
  }
  return new Map(Array.from(homes, ([host, { cell }]) => [host, cell]));
}

/** The map as a file of the balancer. Backends are named `cell0`, `cell1`, … */
export function writeCellMap(map: CellMap, format: MapFormat): string {
  const lines = Array.from(map, ([host, cell]): string => {
    const bare = host.replace(/:\d+$/, '');
    switch (format) {
      case 'haproxy':
        return `${bare} cell${cell}`;
      case 'nginx':
        return `${bare} cell${cell};`;
      case 'caddy':
        return `${bare} cell${cell}`;
    }
  });
  return lines.map((line) => `${line}\n`).join('');
}

/** Sets the cell of one organization in the configured map: the file, and the running HAProxy. */
export async function setInMap(config: Config, subdomain: string, cell: number): Promise<void> {
  const { file, socket } = config.cell.map;
  if (file === undefined) return;
  const host = hostOf(config.hosts, subdomain).replace(/:\d+$/, '');
  const lines = (await readFile(file, 'utf8').catch(() => '')).split('\n');
  const others = lines.filter((line) => line !== '' && !line.startsWith(`${host} `));
  // A balancer that reloads meanwhile reads the old file or the new one.
  await writeFile(`${file}.new`, `${[...others, `${host} cell${cell}`].join('\n')}\n`);
  await rename(`${file}.new`, file);
  if (socket !== undefined) await tellHaproxy(socket, file, host, cell);
}

async function tellHaproxy(socket: string, file: string, host: string, cell: number): Promise<void> {
  const known = await ask(socket, `get map ${file} ${host}`);
  const verb = /found=yes|match=yes/.test(known) ? 'set' : 'add';
  const answer = (await ask(socket, `${verb} map ${file} ${host} cell${cell}`)).trim();
  if (answer !== '') throw new MoveError(`HAProxy did not change its map: ${answer}`);
}

/** One command of the runtime API; each takes a connection of its own. */
async function ask(socketPath: string, command: string): Promise<string> {
  const socket = connect(socketPath);
  socket.end(`${command}\n`);
  return text(socket);
}
