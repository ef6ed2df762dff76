// @ts-check
import { fileURLToPath } from 'node:url';

/** The checkout's own folder, without a trailing slash. */
export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
