import { once } from '../once.ts';

/** The name under which clients know a language; undefined for an unknown one. */
export function languageName(written: string): string | undefined {
  return names().get(written.toLowerCase());
}

const names = once(readNames);

function readNames(): Map<string, string> {
  const read = new Map<string, string>();
  for (const line of LANGUAGES.trim().split('\n')) {
    const [name = '', aliases = ''] = line.split('|');
    for (const alias of [name.toLowerCase(), ...aliases.split(' ')]) read.set(alias, name);
  }
  return read;
}

/** Display name | the words that choose it. The display names are those of the public API's clients. */
const LANGUAGES = `
ABAP|abap
ActionScript|actionscript as
Ada|ada ada95 ada2005
ApacheConf|apacheconf aconf apache
AppleScript|applescript
Arduino|arduino
ASN.1|asn1
Augeas|augeas
autohotkey|autohotkey ahk
AutoIt|autoit
Awk|awk gawk mawk nawk
Bash|bash sh ksh zsh shell openrc
Bash Session|console shell-session
Batchfile|batch bat dosbatch winbatch
BibTeX|bibtex bib
BlitzMax|blitzmax bmax
BNF|bnf
Boo|boo
Brainfuck|brainfuck bf
C|c
C#|csharp c# cs
C++|cpp c++
Chapel|chapel chpl
Cirru|cirru
Clojure|clojure clj
CMake|cmake
COBOL|cobol
CoffeeScript|coffeescript coffee-script coffee
Coldfusion HTML|cfm
Common Lisp|common-lisp cl lisp
Crystal|cr crystal
CSS|css
CUDA|cuda cu
Cypher|cypher
Cython|cython pyx pyrex
D|d
Dart|dart
DASM16|dasm16
Debian Control file|debcontrol control
Debian Sourcelist|debsources sourceslist sources.list
Delphi|delphi pas pascal objectpascal
Diff|diff udiff
Django/Jinja|django jinja
Docker|docker dockerfile
Dylan|dylan
EBNF|ebnf
Eiffel|eiffel
Elixir|elixir ex exs
Elm|elm
EmacsLisp|emacs-lisp elisp emacs
Erlang|erlang
F#|fsharp f#
Factor|factor
Fish|fish fishshell
Forth|forth
Fortran|fortran f90
Freefem|freefem
GAP|gap
GAS|gas asm
GDScript|gdscript gd
Gherkin|gherkin cucumber
GLSL|glsl
Gnuplot|gnuplot
Go|go golang
Gosu|gosu
GraphQL|graphql
Groovy|groovy
Haml|haml
Handlebars|handlebars
Haskell|haskell hs
Haxe|haxe hxsl hx
Hexdump|hexdump
HTML|html
HTTP|http
Idris|idris idr
INI|ini cfg dosini
Io|io
IRC logs|irc
J|j
Java|java
JavaScript|javascript js
JSON|json json-object
JSON-LD|jsonld json-ld
JSON5|json5
Jsonnet|jsonnet
JSX|jsx react
Julia|julia jl
Julia console|jlcon julia-repl
Kconfig|kconfig menuconfig linux-config kernel-config
Kotlin|kotlin
Kusto|kql kusto
Lean|lean lean3
LessCss|less
liquid|liquid
LiveScript|livescript live-script
LLVM|llvm
Logtalk|logtalk
Lua|lua
Makefile|make makefile mf bsdmake
Mako|mako
Markdown|markdown md
Mathematica|mathematica mma nb wl wolfram
Matlab|matlab
Meson|meson meson.build
MIPS|mips
Modula-2|modula2 m2
MoonScript|moonscript moon
MSDOS Session|doscon
MySQL|mysql
NASM|nasm
Nginx configuration file|nginx
Nimrod|nimrod nim
Nix|nixos nix
NumPy|numpy
Objective-C|objective-c objectivec obj-c objc
OCaml|ocaml
Octave|octave
ODIN|odin
OpenSCAD|openscad
Perl|perl pl
Perl6|perl6 pl6 raku
PHP|php php3 php4 php5
PkgConfig|pkgconfig
PL/pgSQL|plpgsql
Pony|pony
PostgreSQL SQL dialect|postgresql postgres
PostScript|postscript postscr
PowerShell|powershell pwsh posh ps1 psm1
PowerShell Session|pwsh-session ps1con
Prolog|prolog
PromQL|promql
Properties|properties jproperties
Protocol Buffer|protobuf proto
PRQL|prql
Pug|pug jade
Puppet|puppet
Python|python py sage python3 py3 bazel starlark pyi
Python 2.x|python2 py2
Python console session|pycon python-console
Python Traceback|pytb py3tb
QBasic|qbasic basic
QML|qml qbs
Racket|racket rkt
ReasonML|reasonml reason
REBOL|rebol
reStructuredText|restructuredtext rst rest
Rexx|rexx arexx
Ride|ride
RobotFramework|robotframework
Ruby|ruby rb duby
Ruby irb session|rbcon irb
Rust|rust rs
S|splus s r
SAS|sas
Sass|sass
Scala|scala
Scheme|scheme scm
Scilab|scilab
SCSS|scss
Sed|sed gsed ssed
Singularity|singularity
Slim|slim
Smali|smali
Smalltalk|smalltalk squeak st
Smarty|smarty
Snobol|snobol
Solidity|solidity
SPARQL|sparql
Spice|spice spicelang
SQL|sql
sqlite3con|sqlite3
SquidConf|squidconf squid.conf squid
Stan|stan
Stata|stata do
Swift|swift
SWIG|swig
systemverilog|systemverilog sv
Tcl|tcl
Tcsh|tcsh csh
Terraform|terraform tf hcl
TeX|tex latex
Text only|text
Thrift|thrift
TOML|toml
TSX|tsx
Turtle|turtle
Twig|twig
TypeScript|typescript ts
Typst|typst
Vala|vala vapi
VB.net|vb.net vbnet lobas oobas sobas visual-basic visualbasic
VCL|vcl
verilog|verilog v
vhdl|vhdl
VimL|vim
Vue|vue
Web IDL|webidl
WebAssembly|wast wat
WebGPU Shading Language|wgsl
Wikitext|wikitext mediawiki
XML|xml
XQuery|xquery xqy xq xql xqm
XSLT|xslt
Xtend|xtend
YAML|yaml
YARA|yara yar
Zig|zig
`;
