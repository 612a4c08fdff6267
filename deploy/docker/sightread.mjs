#!/usr/bin/env node
/** `sightread …` inside a container: the operators' command line. */
import { register } from 'tsx/esm/api';

register();
const { main } = await import('../../gateway/cli/main.ts');
process.exit(await main(process.argv.slice(2)));
