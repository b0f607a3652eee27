import { COMMAND_KEYS, WORKS_IN_FIELDS, type CommandId } from './command-keys.ts';
import { strokesOf, type KeyPress } from './strokes.ts';

/** Runs a command. `false` leaves the key to others, and to the browser in the end. */
export type CommandHandler = () => void | false;

export type Dispatcher = {
  /** The handler registered last runs first, and the one before it where it returns `false`; the result removes it. */
  readonly register: (id: CommandId, handler: CommandHandler) => () => void;
  readonly run: (id: CommandId) => boolean;
  readonly isAvailable: (id: CommandId) => boolean;
  /** Runs the command of a key press; true if there was one. */
  readonly press: (press: KeyPress, isInField: boolean) => boolean;
  readonly hasSingleKeys: () => boolean;
  readonly setSingleKeys: (areOn: boolean) => void;
};

/** Time for the second stroke of a command with two. */
const SECOND_STROKE_MS = 1_500;

export function createDispatcher(now: () => number): Dispatcher {
  const handlers = new Map<CommandId, CommandHandler[]>();
  const byStroke = new Map<string, CommandId>();
  for (const [id, strokes] of Object.entries(COMMAND_KEYS))
    for (const stroke of strokes) byStroke.set(stroke, id as CommandId);
  const prefixes = new Set(
    [...byStroke.keys()].filter((key) => key.includes(' ')).map((key) => key.split(' ')[0]),
  );
  let begun: { readonly stroke: string; readonly until: number } | undefined;
  let singleKeys = true;

  const run = (id: CommandId): boolean => {
    return (handlers.get(id) ?? []).toReversed().some((handler) => handler() !== false);
  };

  const find = (strokes: readonly string[], isInField: boolean): CommandId | undefined => {
    const prefix = begun !== undefined && begun.until > now() ? `${begun.stroke} ` : '';
    begun = undefined;
    for (const stroke of strokes) {
      const command = byStroke.get(prefix + stroke) ?? byStroke.get(stroke);
      if (command === undefined) continue;
      const isAllowed = isInField ? WORKS_IN_FIELDS.has(command) : singleKeys || isNotSingle(stroke);
      if (isAllowed) return command;
    }
    return undefined;
  };

  return {
    register: (id, handler) => {
      handlers.set(id, [...(handlers.get(id) ?? []), handler]);
      return () => {
        handlers.set(
          id,
          (handlers.get(id) ?? []).filter((other) => other !== handler),
        );
      };
    },
    run,
    isAvailable: (id) => (handlers.get(id)?.length ?? 0) > 0,
    press: (press, isInField) => {
      const strokes = strokesOf(press);
      const command = find(strokes, isInField);
      if (command !== undefined) return run(command);
      const prefix = strokes.find((stroke) => prefixes.has(stroke));
      if (isInField || prefix === undefined || !singleKeys) return false;
      begun = { stroke: prefix, until: now() + SECOND_STROKE_MS };
      return true;
    },
    hasSingleKeys: () => singleKeys,
    setSingleKeys: (areOn) => {
      singleKeys = areOn;
    },
  };
}

/** Keys that type nothing, or that are held with Ctrl or Alt, cannot be pressed by mistake while speaking or typing. */
function isNotSingle(stroke: string): boolean {
  return /^(Mod|Alt)\+/.test(stroke) || /^(Shift\+)?[A-Z][a-zA-Z0-9]+$/.test(stroke);
}
