/** The package's own types declare a default export, but it exports a CommonJS function. */
declare module 'robots-parser' {
  interface Robots {
    isAllowed(url: string, userAgent?: string): boolean | undefined;
    getCrawlDelay(userAgent?: string): number | undefined;
  }
  function robotsParser(url: string, text: string): Robots;
  export = robotsParser;
}
