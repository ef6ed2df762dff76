import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** The build copies this folder beside the program. Source runs use the folder `sandbox/browser`. */
const FOLDERS = [join(__dirname, 'browser'), join(__dirname, '../browser')] as const;

/** The folder with the scripts and styles of the dashboard and of the widget, which browsers load unchanged. */
export const BROWSER_FILES: string = FOLDERS.find((folder) => existsSync(folder)) ?? FOLDERS[0];
