import { Command, Option } from 'commander';
import { readConfig } from '../../../engine/config.ts';
import { mapFormats, readCellMap, writeCellMap, type MapFormat } from '../../cells/map.ts';

export function cellMapCommand(): Command {
  return new Command('map')
    .description("print the balancer's map from host to cell, of all cells in PARLEY_CELLS")
    .addOption(new Option('--format <format>', 'form of the file').choices(mapFormats).default('haproxy'))
    .action(async ({ format }: { format: MapFormat }) => {
      const map = await readCellMap(readConfig(), (line) => process.stderr.write(`parley: ${line}\n`));
      process.stdout.write(writeCellMap(map, format));
    });
}
