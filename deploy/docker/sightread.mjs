#!/usr/bin/env node
/** The operators' command line inside a container: `sightread …`. */
const { main } = await import(new URL('../../dist/gateway/cli/main.js', import.meta.url).href);
process.exit(await main(process.argv.slice(2)));
