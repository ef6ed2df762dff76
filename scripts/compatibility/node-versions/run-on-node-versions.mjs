// @ts-check
/**
 * `npm run test:node-versions`: the unit tests, and the programs from their tarballs, on every Node that is supported.
 * `npm run test:node-versions -- 22 24` runs these two alone.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readFile, rm } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { prepareCheckout } from '../../build/checkout/prepare-checkout.mjs';
import { numberAt, parseJson } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { findNode, NODE_VERSIONS } from './find-node.mjs';
import { vitestReporter } from '../../test/reporter.mjs';

/** What runs on each: its title, and the arguments for Vitest. */
const RUNS = /** @type {const} */ ([
	['unit tests', ['--project=unit']],
	['packages from their tarballs', ['--project=install', 'test/system/install/installed-packages.test.ts']],
]);

await prepareCheckout();
const asked = process.argv.slice(2);
const majors = /** @type {(keyof typeof NODE_VERSIONS)[]} */ (Object.keys(NODE_VERSIONS).map(Number));
/** @type {{ node: string, title: string, passed: number, failed: number }[]} */
const rows = [];
for (const major of majors.filter((one) => asked.length === 0 || asked.includes(String(one)))) {
	const bin = await findNode(major, { cache: cacheFolder() });
	for (const [title, args] of RUNS) rows.push(await run(bin, title, args));
}
console.log(
	`\n${rows.map(({ node, title, passed, failed }) => `Node ${node}: ${title}: ${passed} passed, ${failed} failed`).join('\n')}`,
);
const sum = (/** @type {'passed' | 'failed'} */ key) => rows.reduce((total, row) => total + row[key], 0);
console.log(`\n${sum('passed')} passed, ${sum('failed')} failed`);
process.exitCode = sum('failed') === 0 && rows.length > 0 ? 0 : 1;

/**
 * @param {string} bin the folder of a Node, which every child process finds first
 * @param {string} title
 * @param {readonly string[]} args
 */
async function run(bin, title, args) {
	const results = join(workspaceRoot, 'test-results', 'node-versions.json');
	await mkdir(join(results, '..'), { recursive: true });
	await rm(results, { force: true });
	const { reporter, env: colours } = vitestReporter();
	const env = { ...process.env, ...colours, PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
	const node = (await runCommand('node', ['-p', 'process.versions.node'], { env })).trim();
	console.log(`\n▶ Node ${node}: ${title}`);
	// Not by npx, which would begin the path with the Node of the checkout.
	const vitest = [
		'node_modules/vitest/vitest.mjs',
		'run',
		...args,
		`--reporter=${reporter}`,
		'--reporter=json',
		`--outputFile.json=${results}`,
	];
	const child = spawn('node', vitest, { cwd: workspaceRoot, env, stdio: ['ignore', 'inherit', 'inherit'] });
	await once(child, 'close');
	const read = parseJson(await readFile(results, 'utf8').catch(() => '{}'));
	const failed = numberAt(read, 'numFailedTests');
	return {
		node,
		title,
		passed: numberAt(read, 'numPassedTests'),
		failed: failed === 0 && child.exitCode !== 0 ? 1 : failed,
	};
}
