// @ts-check
/**
 * `npm run test:node-versions`: the unit tests, and the programs from their tarballs, on every Node that is supported.
 * `npm run test:node-versions -- 22 24` runs these two alone.
 */
import { delimiter } from 'node:path';
import { cacheFolder } from '../../cache/cache-folder.mjs';
import { prepareCheckout } from '../../build/checkout/prepare-checkout.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { runStep } from '../../test/run-step.mjs';
import { findNode, NODE_VERSIONS } from './find-node.mjs';

/** @type {readonly import('../../test/suites.mjs').TestRun[]} */
const RUNS = [
	{ title: 'unit tests', projects: ['unit'] },
	{
		title: 'packages from their tarballs',
		projects: ['install'],
		files: ['test/system/install/installed-packages.test.ts'],
	},
];

await prepareCheckout();
const asked = process.argv.slice(2);
const majors = /** @type {(keyof typeof NODE_VERSIONS)[]} */ (Object.keys(NODE_VERSIONS).map(Number));
/** @type {string[]} */
const rows = [];
const total = { passed: 0, failed: 0 };
for (const major of majors.filter((one) => asked.length === 0 || asked.includes(String(one)))) {
	const bin = await findNode(major, { cache: cacheFolder() });
	const env = { PATH: `${bin}${delimiter}${process.env.PATH ?? ''}` };
	const node = (await runCommand('node', ['-p', 'process.versions.node'], { env: { ...process.env, ...env } })).trim();
	for (const run of RUNS) {
		console.log(`\n▶ Node ${node}: ${run.title}`);
		const { passed, failed } = await runStep({ ...run, env });
		rows.push(`Node ${node}: ${run.title}: ${passed} passed, ${failed} failed`);
		total.passed += passed;
		total.failed += failed;
	}
}
console.log(`\n${rows.join('\n')}\n\n${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 && rows.length > 0 ? 0 : 1;
