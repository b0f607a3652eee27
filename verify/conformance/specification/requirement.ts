/** One demand of the API specification, and the conformance rules that ask it of a server. */
export type Requirement = {
  readonly id: string;
  readonly sentence: string;
  readonly rules: readonly string[];
};

/** The requirements of one chapter of the specification; requirement ids start with the section's id. */
export type Section = {
  readonly id: string;
  readonly title: string;
  readonly requirements: readonly Requirement[];
};

export function must(id: string, sentence: string, ...rules: readonly string[]): Requirement {
  return { id, sentence, rules };
}
