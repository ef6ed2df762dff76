// @ts-check
/**
 * `npm run test:bare-machine`: tests the README's line of prerequisites. It creates a bare Debian system with only
 * these prerequisites and runs `npm start` and `npm test` of a clean clone in it. Then it checks what both print if one
 * prerequisite is missing. `-- --lists` runs only the last part.
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { freePort } from '../../processes/free-port.mjs';
import { ReadableError } from '../../readable-error.mjs';
import { PORTS } from '../../start/options.mjs';
import { CHECKOUT, makeBareRoot } from './bare-root.mjs';
import { readPrerequisites } from './prerequisites.mjs';
import { runInRoot } from './run-in-root.mjs';

/** @typedef {Parameters<typeof makeBareRoot>[0]} Contents */

const OLD_NODE = '18.20.8';
/** The text that `npm start` prints when everything responds. */
const UP = 'Everything is up';
/** The commands of package.json. Without npm, Node runs them itself. */
const START = { title: 'npm start', script: ['scripts/start.mjs'] };
const TEST = { title: 'npm test', script: ['scripts/test/test.mjs', 'standard'] };
/**
 * What the lists call the packages of the README's line, and who lacks them.
 * @type {Record<string, { what: string, commands: Array<typeof START> }>}
 */
const BY_PACKAGE = {
	git: { what: 'git', commands: [TEST] },
	'python3-venv': { what: 'Python 3.9 or newer with venv', commands: [START, TEST] },
};
const logs = join(workspaceRoot, 'test-results', 'bare-machine');
const { node, packages } = await readPrerequisites();
const whole = { node, packages, withNpm: true };
let failures = 0;

console.log(`The README asks for Node ${node} with npm, and Debian's ${packages.join(', ')}.`);
if (!process.argv.includes('--lists')) await inRoot(whole, 'whole', runBoth);
for (const missing of packages) {
	const contents = { ...whole, packages: packages.filter((name) => name !== missing) };
	const lacking = BY_PACKAGE[missing];
	if (lacking === undefined) throw new ReadableError(`The list of packages has no entry for ${missing}.`);
	await inRoot(contents, `without ${missing}`, (root, log) => expectLists(root, log, { ...lacking, debian: missing }));
}
await inRoot({ ...whole, withNpm: false }, 'without npm', (root, log) =>
	expectLists(root, log, { what: 'npm', debian: 'npm', commands: [START, TEST] }),
);
await inRoot({ ...whole, node: OLD_NODE }, `with Node ${OLD_NODE}`, (root, log) =>
	expectLists(root, log, { what: 'Node.js 20.19 or newer', debian: 'nodejs', commands: [START, TEST] }),
);
console.log(failures === 0 ? "\nThe README's line of prerequisites is correct." : `\n${failures} failed.`);
process.exitCode = failures === 0 ? 0 : 1;

/**
 * @param {Contents} contents
 * @param {string} title
 * @param {(root: import('./bare-root.mjs').BareRoot, logFile: string) => Promise<void>} work
 */
async function inRoot(contents, title, work) {
	console.log(`\n▶ a bare Debian ${title}`);
	const root = await makeBareRoot(contents);
	try {
		await work(root, join(logs, `${title.replaceAll(' ', '-')}.log`));
	} finally {
		await root.remove();
	}
}

/**
 * @param {import('./bare-root.mjs').BareRoot} root
 * @param {string} logFile
 */
async function runBoth(root, logFile) {
	/** @type {Record<string, string>} */
	const ports = {};
	for (const { variable } of Object.values(PORTS)) ports[variable] = `${await freePort()}`;
	const started = await runInRoot(root, ['npm', 'start'], {
		logFile,
		env: ports,
		onLine: (line, interrupt) => {
			if (line.startsWith(UP)) interrupt();
		},
	});
	const up = started.lines.find((line) => line.startsWith(UP));
	// An interrupted npm itself ends with an error.
	report(
		up !== undefined && started.lines.includes('Stopping.'),
		`npm start: ${up ?? started.lines.slice(-5).join('\n')}`,
	);
	const tested = await runInRoot(root, ['npm', 'test'], { logFile });
	const minutes = (tested.seconds / 60).toFixed(1);
	report(tested.code === 0, `npm test, ${minutes} min: ${tested.lines.at(-1) ?? 'it printed nothing'}`);
}

/**
 * Checks that the commands list what is missing before they install anything. Runs without a network, because the
 * commands could fetch some of it.
 * @param {import('./bare-root.mjs').BareRoot} root
 * @param {string} logFile
 * @param {object} lacking
 * @param {string} lacking.what is on the list
 * @param {string} lacking.debian the package that the list names for it
 * @param {Array<typeof START>} lacking.commands
 */
async function expectLists(root, logFile, { what, debian, commands }) {
	for (const { title, script } of commands) {
		const { code, lines, seconds } = await runInRoot(root, ['node', ...script], { logFile, offline: true });
		const named = lines.some((line) => line === `- ${what}`) && lines.some((line) => line.includes(debian));
		const untouched = !existsSync(join(root.folder, CHECKOUT, 'node_modules'));
		report(code === 1 && named && untouched, `${title}, ${seconds.toFixed(1)} s:\n${lines.join('\n')}`);
	}
}

/**
 * @param {boolean} passed
 * @param {string} text
 */
function report(passed, text) {
	if (!passed) failures += 1;
	console.log(`${passed ? '✔' : '✘'} ${text}`);
}
