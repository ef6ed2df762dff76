import { join } from 'node:path';

/** The page of running tasks, as browsers load it. The build copies the folder beside the program, so this holds there too. */
export const HOME_FILES = join(__dirname, 'home');
