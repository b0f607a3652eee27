declare module 'commonmark-spec' {
  export interface Example {
    number: number;
    markdown: string;
    html: string;
  }
  export const tests: readonly Example[];
}
