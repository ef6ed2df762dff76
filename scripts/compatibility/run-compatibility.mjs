// @ts-check
/**
 * `npm run test:compatibility`: tests of this project on every version of the README's table of tested versions. It
 * stores what came out in results.json, and renews the table.
 *
 * `-- --only "PostgreSQL 13"` runs the rows whose product and version begin so. `-- --outermost` runs the oldest and
 * the newest version of each product. `-- --list` prints the rows.
 */
import { writeFile } from 'node:fs/promises';
import { arch, availableParallelism, totalmem, type } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { cacheFolder } from '../cache/cache-folder.mjs';
import { prepareCheckout } from '../build/checkout/prepare-checkout.mjs';
import { formatted } from '../generate/format/format.mjs';
import { readmeWithTestedVersions } from './tested-versions.mjs';
import { ReadableError } from '../readable-error.mjs';
import { runStep } from '../test/run-step.mjs';
import { VersionUnavailableError } from './obtain/version-unavailable.mjs';
import { rows } from './products.mjs';
import { readResults, resultOf, storeResults } from './results.mjs';

/**
 * @typedef {import('./products.mjs').Row} Row
 * @typedef {import('./results.mjs').Result} Result
 */

const { values } = parseArgs({
	options: { only: { type: 'string' }, outermost: { type: 'boolean' }, list: { type: 'boolean' } },
});
const chosen = rows().filter((row) => isChosen(row));
if (chosen.length === 0) {
	console.error(`No row begins with "${values.only}". Print the rows: npm run test:compatibility -- --list`);
	process.exitCode = 1;
} else if (values.list) {
	console.log(chosen.map(nameOf).join('\n'));
} else {
	await prepareCheckout();
	const total = { passed: 0, failed: 0 };
	for (const row of chosen) {
		const { passed, failed } = await runRow(row).catch((/** @type {unknown} */ error) => {
			if (!(error instanceof ReadableError)) throw error;
			console.error(`${error.message}\n${error.whatToDo}`.trimEnd());
			return { passed: 0, failed: 1 };
		});
		total.passed += passed;
		total.failed += failed;
	}
	console.log(`\n${total.passed} passed, ${total.failed} failed`);
	process.exitCode = total.failed === 0 && total.passed > 0 ? 0 : 1;
}

/** @param {Row} row */
function isChosen(row) {
	const { versions } = row.product;
	if (values.outermost && row.version !== versions[0] && row.version !== versions.at(-1)) return false;
	return nameOf(row)
		.toLowerCase()
		.startsWith((values.only ?? '').toLowerCase());
}

/** @param {Row} row */
function nameOf({ product, version }) {
	return `${product.name} ${version}`;
}

/**
 * Runs a row, and stores its result at once, so that a stopped run keeps what it has.
 * @param {Row} row
 * @returns {Promise<{ passed: number, failed: number }>} a version that could be had before and cannot today failed
 */
async function runRow(row) {
	const { product, version } = row;
	console.log(`\n▶ ${nameOf(row)}: ${product.run.title}`);
	await removeFailure(row);
	const result = await resultOfRun(row);
	// Read now, as another run may have stored a row meanwhile.
	const before = await readResults();
	const earlier = resultOf(before, product.name, version);
	// A version that cannot be had today keeps its last run.
	const isLost = result.notRun !== undefined && earlier !== undefined && earlier.notRun === undefined;
	const others = before.filter((one) => one !== earlier);
	await store([...others, isLost ? earlier : result]);
	console.log(
		`${nameOf(row)}: ${result.notRun ?? `${result.passed} passed, ${result.failed} failed (${result.seconds} s)`}`,
	);
	return isLost ? { passed: 0, failed: 1 } : result;
}

/**
 * A row of unit tests checks the stored results and the README too, so a failure of its last run would fail the next.
 * @param {Row} row
 */
async function removeFailure({ product, version }) {
	const results = await readResults();
	const earlier = resultOf(results, product.name, version);
	await store(results.filter((one) => one !== earlier || one.failed === 0));
}

/** @param {readonly Result[]} results */
async function store(results) {
	await storeResults(rows(), results);
	const readme = join(workspaceRoot, 'README.md');
	await writeFile(readme, await formatted(readme, await readmeWithTestedVersions()));
}

/**
 * @param {Row} row
 * @returns {Promise<Result>}
 */
async function resultOfRun({ product, version }) {
	const date = new Date().toISOString().slice(0, 10);
	const machine = `${type()} ${arch()}, ${availableParallelism()} cores, ${Math.round(totalmem() / 2 ** 30)} GB`;
	const about = { product: product.name, version, date, machine };
	/** @type {Record<string, string>} */
	let env;
	try {
		const logFile = join(workspaceRoot, 'test-results', 'compatibility.log');
		env = await product.obtain(version, { cache: cacheFolder(), logFile, report: console.log });
	} catch (error) {
		if (!(error instanceof VersionUnavailableError)) throw error;
		return { ...about, passed: 0, failed: 0, seconds: 0, notRun: error.message };
	}
	const started = Date.now();
	const count = await runStep({ ...product.run, env });
	if (count.passed + count.failed === 0) throw new ReadableError(`No test ran: ${product.run.title}.`);
	return { ...about, ...count, seconds: Math.round((Date.now() - started) / 1000) };
}
