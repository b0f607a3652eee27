/** The notation of a family of languages: enough to tell its words apart, not to understand it. */
export type Grammar = {
  readonly lineComments: readonly string[];
  readonly blockComments: readonly (readonly [open: string, close: string])[];
  /** Longest first. Quotes of three characters, and back-ticks, run over line ends. */
  readonly quotes: readonly string[];
  readonly keywords: ReadonlySet<string>;
  readonly types: ReadonlySet<string>;
  readonly constants: ReadonlySet<string>;
  readonly builtins: ReadonlySet<string>;
  /** `@name` marks a decorator. */
  readonly decorators: boolean;
  /** Words are compared without regard to case. */
  readonly anyCase: boolean;
  /** A word or string before `:` or `=` is a key. */
  readonly keys: boolean;
  /** Names between brackets are tags. */
  readonly tags: boolean;
};

type Sketch = Partial<Omit<Grammar, 'keywords' | 'types' | 'constants' | 'builtins'>> & {
  readonly keywords?: string;
  readonly types?: string;
  readonly constants?: string;
  readonly builtins?: string;
};

const slashes: Sketch = { lineComments: ['//'], blockComments: [['/*', '*/']] };
const hashes: Sketch = { lineComments: ['#'] };
const TRUTH = 'true false null';
const C_WORDS =
  'break case const continue default do else enum extern for goto if inline register restrict return sizeof static struct switch typedef union volatile while';
const C_TYPES =
  'auto bool char double float int long short signed unsigned void size_t int32_t int64_t uint8_t';
const JS_WORDS =
  'as async await break case catch class const continue debugger default delete do else export extends finally for from function get if import in instanceof let new of return set static super switch this throw try typeof var void while with yield';

const sketches: Readonly<Record<string, Sketch>> = {
  Bash: {
    ...hashes,
    keywords:
      'if then else elif fi for while until do done case esac in function return local export select time',
    builtins:
      'alias cd echo eval exec exit kill printf pwd read set shift source test trap ulimit umask unset wait',
    constants: 'true false',
  },
  C: { ...slashes, keywords: C_WORDS, types: C_TYPES, constants: 'NULL true false' },
  'C#': {
    ...slashes,
    keywords: `${JS_WORDS} abstract base checked event explicit foreach implicit interface internal is lock namespace operator out override params private protected public readonly ref sealed sizeof stackalloc struct unchecked unsafe using virtual where record init`,
    types: `${C_TYPES} byte decimal dynamic object sbyte string uint ulong ushort`,
    constants: TRUTH,
  },
  'C++': {
    ...slashes,
    keywords: `${C_WORDS} catch class concept consteval constexpr co_await co_return co_yield decltype delete explicit export friend mutable namespace new noexcept operator override private protected public requires static_assert template this throw try typeid typename using virtual`,
    types: `${C_TYPES} wchar_t char8_t string vector`,
    constants: 'nullptr NULL true false',
  },
  CSS: { blockComments: [['/*', '*/']], keys: true, decorators: true },
  Clojure: {
    lineComments: [';'],
    quotes: ['"'],
    keywords: 'def defn defmacro fn if let loop recur do ns require cond when',
    constants: 'nil true false',
  },
  Dart: {
    ...slashes,
    keywords: `${JS_WORDS} abstract final late mixin required implements factory library part`,
    types: 'int double num bool String List Map dynamic Object',
    constants: TRUTH,
    decorators: true,
  },
  Diff: {},
  Docker: {
    ...hashes,
    anyCase: true,
    keywords:
      'from run cmd label expose env add copy entrypoint volume user workdir arg onbuild stopsignal healthcheck shell as',
  },
  Elixir: {
    ...hashes,
    quotes: ['"""', '"', "'"],
    keywords:
      'after case cond def defmodule defp do else end fn for if import quote raise receive require rescue try unless unquote use when with',
    constants: 'nil true false',
    decorators: true,
  },
  Go: {
    ...slashes,
    quotes: ['`', '"', "'"],
    keywords:
      'break case chan const continue default defer else fallthrough for func go goto if import interface map package range return select struct switch type var',
    types:
      'any bool byte complex128 error float32 float64 int int8 int16 int32 int64 rune string uint uint8 uint16 uint32 uint64 uintptr',
    constants: 'true false nil iota',
    builtins: 'append cap close copy delete len make max min new panic print println recover',
  },
  GraphQL: {
    ...hashes,
    keywords:
      'query mutation subscription fragment on type input enum interface union schema scalar directive extend implements',
    constants: TRUTH,
    decorators: true,
  },
  HTML: { blockComments: [['<!--', '-->']], tags: true },
  Haskell: {
    lineComments: ['--'],
    blockComments: [['{-', '-}']],
    quotes: ['"'],
    keywords:
      'case class data default deriving do else forall if import in infix infixl infixr instance let module newtype of then type where',
    constants: 'True False Nothing',
  },
  INI: { lineComments: [';', '#'], keys: true },
  JSON: { keys: true, quotes: ['"'], constants: TRUTH },
  Java: {
    ...slashes,
    keywords:
      'abstract assert break case catch class continue default do else enum exports extends final finally for goto if implements import instanceof interface module native new package private protected public record requires return sealed static strictfp super switch synchronized this throw throws transient try var volatile while yield',
    types: 'boolean byte char double float int long short void String Object Integer List Map',
    constants: TRUTH,
    decorators: true,
  },
  JavaScript: {
    ...slashes,
    quotes: ['`', '"', "'"],
    keywords: JS_WORDS,
    constants: `${TRUTH} undefined NaN Infinity`,
    builtins:
      'Array Boolean console document Error globalThis JSON Map Math Number Object Promise RegExp Set String Symbol window',
    decorators: true,
  },
  Kotlin: {
    ...slashes,
    quotes: ['"""', '"', "'"],
    keywords:
      'as break by catch class companion constructor continue data do else enum finally for fun if import in init inner interface internal is lateinit object open operator out override package private protected public return sealed super suspend this throw try typealias val var vararg when where while',
    types: 'Any Boolean Byte Char Double Float Int List Long Map Nothing Set Short String Unit',
    constants: TRUTH,
    decorators: true,
  },
  Lua: {
    lineComments: ['--'],
    keywords:
      'and break do else elseif end for function goto if in local not or repeat return then until while',
    constants: 'nil true false',
  },
  Makefile: {
    ...hashes,
    keys: true,
    keywords: 'ifeq ifneq ifdef ifndef else endif include define endef export',
  },
  'Objective-C': {
    ...slashes,
    keywords: `${C_WORDS} import interface implementation end property protocol self super selector synthesize`,
    types: `${C_TYPES} id BOOL NSString`,
    constants: 'nil NULL YES NO',
    decorators: true,
  },
  PHP: {
    lineComments: ['//', '#'],
    blockComments: [['/*', '*/']],
    keywords: `${JS_WORDS} abstract and array clone declare echo elseif endif enum final fn foreach global implements include instanceof insteadof interface isset list match namespace or private protected public readonly require require_once trait unset use xor`,
    types: 'bool float int mixed object string void',
    constants: TRUTH,
  },
  Perl: {
    ...hashes,
    keywords:
      'and cmp die do else elsif eq for foreach ge given gt if last le local lt my ne next no not or our package print redo require return sub tie unless until use when while xor',
  },
  PowerShell: {
    ...hashes,
    blockComments: [['<#', '#>']],
    anyCase: true,
    keywords:
      'begin break catch class continue data do else elseif end exit filter finally for foreach function if in param process return switch throw trap try until using while',
  },
  'Protocol Buffer': {
    ...slashes,
    keywords:
      'enum extend import message oneof option optional package repeated required reserved returns rpc service syntax',
    types: 'bool bytes double fixed32 fixed64 float int32 int64 string uint32 uint64',
    constants: 'true false',
  },
  Python: {
    ...hashes,
    quotes: ['"""', "'''", '"', "'"],
    keywords:
      'and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield',
    constants: 'True False None',
    builtins:
      'abs all any bool bytes dict enumerate filter float format getattr hasattr input int isinstance iter len list map max min next object open print range repr reversed round self set setattr sorted str sum super tuple type zip',
    decorators: true,
  },
  Ruby: {
    ...hashes,
    keywords:
      'alias and begin break case class def defined do else elsif end ensure for if in module next not or redo require rescue retry return self super then undef unless until when while yield attr_accessor attr_reader',
    constants: 'nil true false',
  },
  Rust: {
    ...slashes,
    quotes: ['"'],
    keywords:
      'as async await break const continue crate dyn else enum extern fn for if impl in let loop match mod move mut pub ref return self Self static struct super trait type union unsafe use where while',
    types:
      'bool char f32 f64 i8 i16 i32 i64 i128 isize str u8 u16 u32 u64 u128 usize Box HashMap Option Result String Vec',
    constants: 'true false None Some Ok Err',
  },
  S: {
    ...hashes,
    keywords: 'break else for function if in next repeat return while library',
    constants: 'TRUE FALSE NULL NA Inf NaN',
  },
  SQL: {
    lineComments: ['--'],
    blockComments: [['/*', '*/']],
    anyCase: true,
    keywords:
      'add all alter and any as asc begin between by case check column commit constraint create cross cube database default delete desc distinct drop else end except exists foreign from full group having if in index inner insert intersect into is join key lateral left like limit not null offset on or order outer over partition primary references returning right rollback row rows select set table then transaction trigger union unique update using values view when where window with',
    types:
      'bigint boolean bytea char date double int integer interval json jsonb numeric real serial smallint text time timestamp timestamptz uuid varchar',
    constants: 'true false null',
  },
  Scala: {
    ...slashes,
    quotes: ['"""', '"', "'"],
    keywords:
      'abstract case catch class def do else enum extends final finally for given if implicit import lazy match new object override package private protected return sealed super this throw trait try type val var while with yield',
    types: 'Any Boolean Double Int List Long Map Option String Unit',
    constants: TRUTH,
    decorators: true,
  },
  Swift: {
    ...slashes,
    quotes: ['"""', '"'],
    keywords:
      'actor as associatedtype async await break case catch class continue default defer deinit do else enum extension fallthrough fileprivate for func guard if import in init inout internal is let mutating open operator private protocol public repeat rethrows return self Self static struct subscript super switch throw throws try typealias var where while',
    types: 'Any Array Bool Character Dictionary Double Float Int Set String Void',
    constants: 'true false nil',
    decorators: true,
  },
  TOML: { ...hashes, quotes: ['"""', "'''", '"', "'"], keys: true, constants: 'true false' },
  TypeScript: {
    ...slashes,
    quotes: ['`', '"', "'"],
    keywords: `${JS_WORDS} abstract declare enum implements infer interface is keyof namespace private protected public readonly satisfies type unique`,
    types: 'any bigint boolean never number object string symbol unknown void',
    constants: `${TRUTH} undefined NaN`,
    builtins: 'Array console Error JSON Map Math Object Promise Record Set',
    decorators: true,
  },
  'VB.net': {
    lineComments: ["'"],
    quotes: ['"'],
    anyCase: true,
    keywords:
      'and as byref byval case catch class dim do each else elseif end exit finally for function get if imports in is loop me module namespace new next not of or private property protected public return select set shared sub then throw try until while with',
    constants: 'true false nothing',
  },
  YAML: { ...hashes, keys: true, constants: `${TRUTH} yes no` },
  Zig: {
    lineComments: ['//'],
    keywords:
      'and break catch comptime const continue defer else enum errdefer error export extern fn for if inline or orelse pub return struct switch test try union unreachable usingnamespace var while',
    types: 'bool f32 f64 i32 i64 u8 u32 u64 usize void',
    constants: 'true false null undefined',
  },
};

/** Languages that are written like another one. */
const like: Readonly<Record<string, string>> = {
  Arduino: 'C++',
  'Bash Session': 'Bash',
  CUDA: 'C++',
  Fish: 'Bash',
  GLSL: 'C',
  Groovy: 'Java',
  Julia: 'Ruby',
  JSON5: 'JSON',
  'JSON-LD': 'JSON',
  JSX: 'JavaScript',
  MySQL: 'SQL',
  Perl6: 'Perl',
  'PostgreSQL SQL dialect': 'SQL',
  Properties: 'INI',
  'Python 2.x': 'Python',
  'Python console session': 'Python',
  SCSS: 'CSS',
  SVG: 'HTML',
  Tcsh: 'Bash',
  Terraform: 'Go',
  TSX: 'TypeScript',
  LessCss: 'CSS',
  Vue: 'HTML',
  XML: 'HTML',
};

/** At most one for each of `sketches`. */
const grammarsByName = new Map<string, Grammar>();

/** The grammar of a language by its display name. */
export function grammarOf(name: string): Grammar | undefined {
  const key = own(like, name) ?? name;
  const known = grammarsByName.get(key);
  if (known !== undefined) return known;
  const sketch = own(sketches, key);
  if (sketch === undefined) return undefined;
  const grammar = complete(sketch);
  grammarsByName.set(key, grammar);
  return grammar;
}

/** Authors may write any word for a language, `constructor` too. */
function own<T>(record: Readonly<Record<string, T>>, key: string): T | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

function complete(sketch: Sketch): Grammar {
  return {
    lineComments: [],
    blockComments: [],
    quotes: ['"', "'"],
    decorators: false,
    anyCase: false,
    keys: false,
    tags: false,
    ...sketch,
    keywords: new Set(sketch.keywords?.split(' ')),
    types: new Set(sketch.types?.split(' ')),
    constants: new Set(sketch.constants?.split(' ')),
    builtins: new Set(sketch.builtins?.split(' ')),
  };
}
