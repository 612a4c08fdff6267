/** The end-to-end tests' fixture site, in a process of its own. */
import { startSite } from '../../support/site/server.ts';

const { address } = await startSite();
process.send?.(address);
process.on('disconnect', () => process.exit());
