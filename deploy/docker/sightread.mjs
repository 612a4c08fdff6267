#!/usr/bin/env node
/** The operators' command line inside a container: `sightread …`. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../../gateway/cli/main.ts');
process.exit(await main(process.argv.slice(2)));
