import { join } from 'node:path';

/** The pages for people, as browsers load them. The build copies the folder beside the program, so this holds there too. */
export const PAGE_FILES = join(__dirname, 'pages');
