/** The package's own declaration says "default export" for what is a CommonJS function. */
declare module 'robots-parser' {
  interface Robots {
    isAllowed(url: string, userAgent?: string): boolean | undefined;
    getCrawlDelay(userAgent?: string): number | undefined;
  }
  function robotsParser(url: string, text: string): Robots;
  export = robotsParser;
}
