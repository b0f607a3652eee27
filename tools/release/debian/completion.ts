/** The part of a command that completion needs. */
export type CompletedCommand = {
  name(): string;
  readonly commands: readonly CompletedCommand[];
  readonly options: readonly { readonly long?: string | undefined }[];
};

/** A script for bash that completes commands and options of `parley`. */
export function completionOf(program: CompletedCommand): string {
  const cases = wordsAfter(program, []).map(
    ({ path, words }) => `    '${path.join(' ')}') words='${words.join(' ')}' ;;`,
  );
  return `# Completion of the parley command for bash.
_parley() {
  local word path='' words='' current="\${COMP_WORDS[COMP_CWORD]}"
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in
      [a-z]*) path="\${path:+$path }$word" ;;
    esac
  done
  case "$path" in
${cases.join('\n')}
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$current")
}
complete -o default -F _parley parley
`;
}

type Completion = { readonly path: readonly string[]; readonly words: readonly string[] };

function wordsAfter(command: CompletedCommand, path: readonly string[]): Completion[] {
  const options = command.options.map(({ long }) => long).filter((long) => long !== undefined);
  const words = [...command.commands.map((sub) => sub.name()), ...options, '--help'];
  return [{ path, words }, ...command.commands.flatMap((sub) => wordsAfter(sub, [...path, sub.name()]))];
}
