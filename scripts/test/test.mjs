// @ts-check
/**
 * `npm test` and `npm run test:<suite>`: installs and builds what is missing, runs every step of the suite
 * even when one fails, and ends with one line `N passed, N failed`.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { prepareCheckout } from '../checkout/prepare-checkout.mjs';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { runStep } from './run-step.mjs';
import { suites } from './suites.mjs';

const name = process.argv[2] ?? 'standard';
const suite = suites[name];
if (!suite) {
	console.error(`There is no suite "${name}". Choose one of: ${Object.keys(suites).join(', ')}.`);
	process.exit(2);
}

await prepareCheckout();
const total = { passed: 0, failed: 0 };
/** @type {string[]} */
const failures = [];
for (const step of suite) {
	const started = Date.now();
	console.log(`\n▶ ${step.title}`);
	const count = await runStep(step);
	total.passed += count.passed;
	total.failed += count.failed;
	if (count.failed > 0) failures.push(step.title);
	const seconds = ((Date.now() - started) / 1000).toFixed(1);
	console.log(
		`${count.failed === 0 ? '✔' : '✘'} ${step.title}: ${count.passed} passed, ${count.failed} failed (${seconds} s)`,
	);
}
if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`);
await keepForTotal();
console.log(`\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

/** Where several suites are run one after another, their sum is asked for at the end (TEST_TOTAL names the file). */
async function keepForTotal() {
	const file = process.env.TEST_TOTAL;
	if (!file) return;
	await mkdir(path.dirname(path.resolve(workspaceRoot, file)), { recursive: true });
	await appendFile(path.resolve(workspaceRoot, file), `${total.passed} ${total.failed}\n`);
}
