import { join } from 'node:path';

/** What browsers load as it is. The build copies the folder beside the program, so that this holds there too. */
export const BROWSER_FILES = join(__dirname, 'browser');
