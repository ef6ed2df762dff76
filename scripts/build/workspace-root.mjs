// @ts-check
import { fileURLToPath } from 'node:url';

/** The folder of the checkout, without a trailing slash. */
export const workspaceRoot = fileURLToPath(new URL('../..', import.meta.url)).replace(/[\\/]$/, '');
