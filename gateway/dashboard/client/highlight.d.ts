/** The types of `highlight.js`, a file of a package that the dashboard serves under this name (assets.ts). */
declare const hljs: {
  registerLanguage(name: string, grammar: unknown): void;
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
};
export default hljs;
