// @ts-check
/**
 * `node scripts/show-secret.mjs NAME [--data-dir FOLDER]`: prints one of the secrets that `npm start` has made, e.g.
 * `gatewayToken`, so that it can be put into a variable.
 */
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { ReadableError } from './readable-error.mjs';
import { dataFolderOf } from './start/options.mjs';
import { readSecret, SECRETS_FILE } from './start/secrets.mjs';

const { values, positionals } = parseArgs({ options: { 'data-dir': { type: 'string' } }, allowPositionals: true });
try {
	console.log(await readSecret(join(dataFolderOf(values['data-dir']), SECRETS_FILE), positionals[0] ?? ''));
} catch (error) {
	if (!(error instanceof ReadableError)) throw error;
	console.error(`${error.message} ${error.whatToDo}`);
	process.exitCode = 1;
}
