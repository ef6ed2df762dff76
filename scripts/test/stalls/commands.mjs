// @ts-check
import { readFile, rm } from 'node:fs/promises';
import path from 'node:path';
import { ReadableError } from '../../readable-error.mjs';
import { vitestReporter } from '../reporter.mjs';
import { countOf, resultsFile, resultsFolder } from '../run-step.mjs';
import { suites } from '../suites.mjs';

/**
 * What runs beside the stops.
 * @typedef {object} Command
 * @property {string[]} args of Node
 * @property {Record<string, string>} env more variables
 * @property {string[]} results where Vitest stores its results
 * @property {(results: unknown[], exitCode: number) => Promise<import('../run-step.mjs').Count>} count
 */

/** A suite appends its sum here. */
const TOTAL = path.join(resultsFolder, 'stalls/total');

/**
 * @param {string} name
 * @returns {Command}
 */
export function commandOfSuite(name) {
	/** @type {import('../suites.mjs').Step[]} */
	const steps = Object.entries(suites).find(([suite]) => suite === name)?.[1] ?? [];
	if (steps.length === 0) {
		throw new ReadableError(`There is no suite "${name}".`, `Choose one of: ${Object.keys(suites).join(', ')}.`);
	}
	return {
		args: ['scripts/test/test.mjs', name],
		env: { TEST_TOTAL: TOTAL },
		results: steps.flatMap((step) => ('projects' in step ? [resultsFile(step.projects)] : [])),
		count: takeTotal,
	};
}

/**
 * @param {string[]} args of `vitest run`
 * @returns {Command}
 */
export function commandOfVitest(args) {
	const file = path.join(resultsFolder, 'stalls/results.json');
	const { reporter, env } = vitestReporter({ isTTY: false });
	return {
		args: [
			...['node_modules/vitest/vitest.mjs', 'run', ...args],
			...[`--reporter=${reporter}`, '--reporter=json', `--outputFile.json=${file}`],
		],
		env,
		results: [file],
		count: ([results], exitCode) => Promise.resolve(countOf(results, exitCode)),
	};
}

/** @returns {Promise<import('../run-step.mjs').Count>} a suite that did not come as far as its sum has failed as a whole */
async function takeTotal() {
	const text = await readFile(TOTAL, 'utf8').catch(() => '0 1');
	await rm(TOTAL, { force: true });
	const [passed = 0, failed = 1] = text.trim().split(' ').map(Number);
	return { passed, failed };
}
