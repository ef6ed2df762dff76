// @ts-check
/** `npm run sandbox`: the sandbox alone, in this process, from a fresh clone. Its settings: docs/sandbox.md. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workspaceRoot } from './build/workspace-root.mjs';
import { prepareCheckout } from './checkout/prepare-checkout.mjs';
import { checkNodeVersion } from './checks/node-version.mjs';
import { ReadableError } from './readable-error.mjs';

const stop = new AbortController();
const abort = () => stop.abort();
const signals = /** @type {const} */ (['SIGINT', 'SIGTERM']);

try {
	checkNodeVersion();
	for (const signal of signals) process.once(signal, abort);
	// Standard output carries only the JSON line of the ready sandbox.
	await prepareCheckout({ report: (text) => console.error(`${text} ...`), signal: stop.signal });
	// From here on the sandbox itself handles them.
	for (const signal of signals) process.off(signal, abort);
	await import(pathToFileURL(join(workspaceRoot, 'sandbox', 'dist', 'main.js')).href);
} catch (error) {
	if (stop.signal.aborted) process.exit(130);
	if (!(error instanceof ReadableError)) throw error;
	console.error(`\n${error.message}\n${error.whatToDo}`.trimEnd());
	process.exitCode = 1;
}
