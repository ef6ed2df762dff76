// @ts-check
/** `npm run sandbox`: the sandbox alone, from a fresh clone. Its settings: docs/sandbox.md. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { workspaceRoot } from './build/workspace-root.mjs';
import { prepareCheckout } from './build/checkout/prepare-checkout.mjs';
import { checkNodeVersion } from './checks/machine/node-version.mjs';
import { checkoutNode } from './build/checkout/checkout-node.mjs';
import { endWith } from './readable-error.mjs';

/** The sandbox needs it. Only the first start in a checkout can be on an older one. */
const OLDEST_NODE = 22;

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
	const program = join(workspaceRoot, 'sandbox', 'dist', 'main.js');
	if (Number.parseInt(process.versions.node, 10) >= OLDEST_NODE) await import(pathToFileURL(program).href);
	else await runOnNewerNode(program);
} catch (error) {
	if (stop.signal.aborted) process.exit(130);
	endWith(error);
}

/** @param {string} program */
async function runOnNewerNode(program) {
	const child = spawn(checkoutNode(), [program], { stdio: 'inherit' });
	for (const signal of signals) process.on(signal, () => child.kill(signal));
	await once(child, 'exit');
	process.exitCode = child.exitCode ?? 1;
}
