declare module 'commonmark-spec' {
  export type Example = {
    number: number;
    markdown: string;
    html: string;
  };
  export const tests: readonly Example[];
}
