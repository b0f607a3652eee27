declare module '*.module.css' {
  const names: { readonly [name: string]: string };
  export default names;
}
declare module '*.css';

interface ImportMeta {
  readonly env: { readonly PROD: boolean };
  readonly glob: <T>(
    pattern: string,
    options: { readonly import: 'default' },
  ) => Readonly<Record<string, () => Promise<T>>>;
}
