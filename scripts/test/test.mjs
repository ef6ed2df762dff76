// @ts-check
/**
 * `npm test` and `npm run test:<suite>`: checks what the machine lacks, installs and builds what is missing, and runs
 * every step of the suite, even after a failed one. It ends with one line `N passed, N failed`.
 */
import { appendFile, mkdir } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { cacheFolder } from '../cache/cache-folder.mjs';
import { prepareCheckout } from '../build/checkout/prepare-checkout.mjs';
import { checkNeeds } from '../needs/check-needs.mjs';
import { fetchPrograms } from '../needs/programs.mjs';
import { endWith, ReadableError } from '../readable-error.mjs';
import { runStep } from './run-step.mjs';
import { suites } from './suites.mjs';

/** @typedef {import('./suites.mjs').SuiteName} SuiteName */

try {
	await runSuite(nameOf(process.argv[2] ?? 'standard'));
} catch (error) {
	endWith(error);
}

/**
 * @param {string} given
 * @returns {SuiteName}
 */
function nameOf(given) {
	if (isSuite(given)) return given;
	throw new ReadableError(`There is no suite "${given}".`, `Choose one of: ${Object.keys(suites).join(', ')}.`);
}

/**
 * @param {string} name
 * @returns {name is SuiteName}
 */
function isSuite(name) {
	return name in suites;
}

/** @param {SuiteName} name */
async function runSuite(name) {
	await checkNeeds(name);
	await prepareCheckout();
	await fetchPrograms(name, { env: process.env, cache: cacheFolder() });
	const total = { passed: 0, failed: 0 };
	/** @type {string[]} */
	const failures = [];
	/** @param {import('./suites.mjs').Step[]} steps one after the other */
	const runSteps = async (steps) => {
		for (const step of steps) {
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
	};
	/** @type {import('./suites.mjs').Step[]} */
	const steps = suites[name];
	await Promise.all([runSteps(steps.filter(isBeside)), runSteps(steps.filter((step) => !isBeside(step)))]);
	if (failures.length > 0) console.log(`\nFailed: ${failures.join('; ')}`);
	await keepForTotal(total);
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 ? 0 : 1;
}

/** @param {import('./suites.mjs').Step} step */
function isBeside(step) {
	return 'command' in step && step.beside === true;
}

/**
 * If several suites run one after another, their sum is needed at the end (TEST_TOTAL names the file).
 * @param {import('./run-step.mjs').Count} total
 */
async function keepForTotal(total) {
	const file = process.env.TEST_TOTAL;
	if (!file) return;
	await mkdir(path.dirname(path.resolve(workspaceRoot, file)), { recursive: true });
	await appendFile(path.resolve(workspaceRoot, file), `${total.passed} ${total.failed}\n`);
}
