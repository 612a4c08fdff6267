#!/usr/bin/env node
/** The command of people who use the API: `sightread --help`. */
import { main } from './command/main.ts';

process.exitCode = await main(process.argv.slice(2));
