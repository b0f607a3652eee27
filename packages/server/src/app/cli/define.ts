import { Command, type Option } from 'commander';
import type { World } from '../../http/world.ts';
import { underName } from '../../engine/work/current-work.ts';
import { show, type Output } from './output.ts';
import { withWorld } from './with-world.ts';

/** A command for operators: its help, completion, table and JSON come from one description. */
type Definition<Options extends object> = {
  readonly name: string;
  readonly description: string;
  /** Name and meaning of each argument, such as `['<subdomain>', '…']`. */
  readonly arguments?: readonly (readonly [string, string])[];
  readonly options?: readonly Option[];
  run(world: World, args: readonly string[], options: Options): Promise<Output>;
};

export function define<Options extends object = object>(definition: Definition<Options>): Command {
  const command = new Command(definition.name).description(definition.description);
  for (const [flags, meaning] of definition.arguments ?? []) command.argument(flags, meaning);
  for (const option of definition.options ?? []) command.addOption(option);
  return command.option('--json', 'print JSON, for programs').action(async (...given: unknown[]) => {
    const options = given.at(-2) as Options & { readonly json?: boolean };
    const args = given.slice(0, -2).flat() as string[];
    const name = [command.parent?.name(), command.name()].filter((part) => part !== 'parley').join(' ');
    const output = await underName(`parley ${name}`, () =>
      withWorld((world) => definition.run(world, args, options)),
    );
    show(output, options.json === true);
    if (output.isFailure === true) process.exitCode = 1;
  });
}
