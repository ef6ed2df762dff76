import { join } from 'node:path';

/** The built console. The path is the same from this folder of the sources and from the folder of the built program. */
export const CONSOLE_FILES = join(__dirname, '../dist/console');
