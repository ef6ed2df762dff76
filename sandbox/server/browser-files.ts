import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The build copies the folder beside the program. Run from source, it is a room of its own. */
const FOLDERS = [join(__dirname, 'browser'), join(__dirname, '../browser')] as const;

/** The folder of what browsers load as it is: the scripts and styles of the dashboard and of the widget. */
export const BROWSER_FILES: string = FOLDERS.find((folder) => existsSync(folder)) ?? FOLDERS[0];
