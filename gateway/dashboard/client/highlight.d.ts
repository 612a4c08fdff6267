/** A file of a package, under the name that the dashboard serves it by (assets.ts). */
declare const hljs: {
  highlight(code: string, options: { language: string; ignoreIllegals: boolean }): { value: string };
};
export default hljs;
