import { readCommandLine } from '@parley/test-support/command-line.ts';
import * as z from 'zod';
import { answerSchema, errorCodesOf, type Endpoint } from '@parley/contract/endpoint.ts';
import { declaredEndpoints, endpoints } from '@parley/contract/endpoints.ts';
import { eventSchema, type EventDeclaration } from '@parley/contract/event.ts';
import { declaredEvents, events } from '@parley/contract/events.ts';
import { schemaWriter, type JsonObject } from '@parley/contract/json-schema.ts';
import type { Parameter } from '@parley/contract/parameter.ts';
import { explanations, recordedIds } from '../../packages/contract/differences.ts';
import { compareShapes, describeShape, type Difference } from './diff/compare.ts';
import { readRecorded, type Recorded, type RecordedParameter } from './diff/recorded.ts';
import { shapeOf, type Shape } from './diff/shape.ts';

readCommandLine({
  name: 'npm run contract:diff',
  summary:
    'Compares the contract with the recorded shapes of the public API (tools/contract/diff/recorded.json); every difference needs an explanation.',
  options: {},
  example: 'npm run contract:diff',
});
const PREFIX = '#/';
const objects = new Set<string>();

function ourShape(schema: z.ZodType, side: 'input' | 'output'): Shape {
  const writer = schemaWriter(PREFIX);
  const written = writer.write(schema, side);
  const named = writer.named();
  return shapeOf(written, (reference) => {
    const name = reference.slice(PREFIX.length);
    if (!name.endsWith('Event')) objects.add(name);
    return { name, schema: named[name] as JsonObject };
  });
}

function compareOperation(endpoint: Endpoint, recorded: Recorded): Difference[] {
  const { id } = endpoint;
  const known = recorded.operations.get(recordedIds[id] ?? id);
  if (known === undefined) return [{ name: `${id}: not recorded`, ours: endpoint.path, recorded: '–' }];
  const ours = `${endpoint.method} ${endpoint.path.replaceAll('*}', '}')}`;
  const theirs = `${known.method} ${known.path}`;
  const codes = errorCodesOf(endpoint);
  return [
    ...(ours === theirs ? [] : [{ name: `${id}: path`, ours, recorded: theirs }]),
    ...compareParameters(endpoint, known.parameters),
    ...compareShapes(
      'sent',
      id,
      withoutEvents(ourShape(answerSchema(endpoint), 'output')),
      known.answer,
    ).filter(({ name }) => name !== `${id}.ignored_parameters_unsupported: missing`),
    ...known.errorCodes
      .filter((code) => !codes.some((ours) => ours === code))
      .map((code) => ({ name: `${id}: error ${code}`, ours: '–', recorded: code })),
  ];
}

/** Events are compared one by one, by their kind. */
function withoutEvents(answer: Shape): Shape {
  const polled = answer.fields?.get('events');
  if (answer.fields === null || polled === undefined) return answer;
  return {
    ...answer,
    fields: new Map([...answer.fields, ['events', { ...polled, shape: { ...polled.shape, items: null } }]]),
  };
}

function compareParameters(
  endpoint: Endpoint,
  recorded: ReadonlyMap<string, RecordedParameter>,
): Difference[] {
  const found: Difference[] = [];
  for (const name of new Set([...Object.keys(endpoint.parameters), ...recorded.keys()])) {
    const place = `${endpoint.id}(${name})`;
    const ours = endpoint.parameters[name];
    const known = recorded.get(name);
    if (ours === undefined)
      found.push({ name: `${place}: missing`, ours: '–', recorded: describeShape(known?.shape) });
    else if (known === undefined)
      found.push({
        name: `${place}: not recorded`,
        ours: describeShape(ourShape(ours.schema, 'input')),
        recorded: '–',
      });
    else found.push(...compareParameter(place, ours, known));
  }
  return found;
}

function compareParameter(place: string, ours: Parameter, known: RecordedParameter): Difference[] {
  const found: Difference[] = [];
  const shape = ourShape(ours.schema, 'input');
  const required = ours.absence === 'error';
  if (required !== known.required)
    found.push({ name: `${place}: required`, ours: String(required), recorded: String(known.required) });
  if (known.fallback !== undefined && JSON.stringify(known.fallback) !== JSON.stringify(ours.fallback))
    found.push({
      name: `${place}: default`,
      ours: JSON.stringify(ours.fallback) ?? '–',
      recorded: JSON.stringify(known.fallback),
    });
  if (
    shape.kinds.has('string') &&
    ours.travel !== 'loose' &&
    ours.travel !== 'path' &&
    (ours.travel === 'json') !== known.isJson
  )
    found.push({ name: `${place}: travel`, ours: ours.travel, recorded: known.isJson ? 'json' : 'text' });
  const kinds = new Map(known.shape.kinds);
  if (ours.travel === 'text') kinds.delete('null');
  return [...found, ...compareShapes('accepted', place, shape, { ...known.shape, kinds })];
}

function compareEvent(event: EventDeclaration, recorded: Recorded): Difference[] {
  const kind = event.op === null ? event.type : `${event.type}/${event.op}`;
  const known = recorded.events.get(kind);
  if (known === undefined) return [{ name: `event ${kind}: not recorded`, ours: event.doc, recorded: '–' }];
  return compareShapes(
    'sent',
    `event ${kind}`,
    { ...ourShape(eventSchema(event), 'output'), name: null },
    known,
  );
}

function pad(text: string, width: number): string {
  return text.padEnd(width);
}

function cut(text: string, width: number): string {
  return text.length <= width ? text : `${text.slice(0, width - 1)}…`;
}

function table(differences: readonly Difference[]): string {
  const rows = differences.map(
    ({ name, ours, recorded }) => [name, cut(ours, 44), cut(recorded, 44)] as const,
  );
  const first = Math.max(...rows.map(([name]) => name.length));
  const second = Math.max(...rows.map(([, ours]) => ours.length), 4);
  return [['difference', 'ours', 'recorded'] as const, ...rows]
    .map(([name, ours, recorded]) => `  ${pad(name, first)}  ${pad(ours, second)}  ${recorded}`)
    .join('\n');
}

function run(): void {
  const recorded = readRecorded();
  const operations = [...endpoints, ...declaredEndpoints];
  const kinds = [...events, ...declaredEvents];
  const differences = new Map<string, Difference>();
  for (const difference of [
    ...operations.flatMap((endpoint) => compareOperation(endpoint, recorded)),
    ...kinds.flatMap((event: EventDeclaration) => compareEvent(event, recorded)),
  ])
    differences.set(difference.name, difference);

  const explained = new Set<string>();
  const stale: string[] = [];
  for (const { reason, names } of explanations) {
    const rows = names.flatMap((name) => differences.get(name) ?? []);
    stale.push(...names.filter((name) => !differences.has(name) || explained.has(name)));
    for (const { name } of rows) explained.add(name);
    if (rows.length > 0) console.log(`${reason}\n${table(rows)}\n`);
  }
  const open = [...differences.values()].filter(({ name }) => !explained.has(name));
  if (open.length > 0) console.log(`NOT EXPLAINED\n${table(open)}\n`);
  if (stale.length > 0)
    console.log(`EXPLAINED, BUT NO DIFFERENCE (or explained twice)\n  ${stale.join('\n  ')}\n`);
  console.log(
    `contract: ${operations.length} operations (${recorded.operations.size} are recorded), ${objects.size} objects and ${kinds.length} kinds of events (${recorded.events.size} are recorded) compared; ` +
      `${differences.size} differences, ${open.length} unexplained, ${stale.length} explanations without a difference`,
  );
  if (open.length > 0 || stale.length > 0) process.exitCode = 1;
}

run();
