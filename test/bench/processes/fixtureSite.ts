/** The fixture site of the end-to-end tests. */
import { startSite } from '../../support/site/server.ts';

const { address } = await startSite();
process.send?.(address);
process.on('disconnect', () => process.exit());
