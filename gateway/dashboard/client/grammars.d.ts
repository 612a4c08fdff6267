/** The grammars of highlight.js, which the dashboard serves under such names (assets.ts). */
declare module '*-grammar.js' {
  const grammar: unknown;
  export default grammar;
}
