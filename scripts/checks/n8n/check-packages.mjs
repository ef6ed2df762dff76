// @ts-check
/** `npm run check:packages`: n8n's own checks of both n8n packages, and ours of their tarballs. They must be built. */
import { mkdtemp, readFile, rm, stat, mkdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { packPackage } from '../../n8n/community-package.mjs';
import { parseJson, textAt, valueAt } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { ReadableError, messageOf } from '../../readable-error.mjs';
import { lintPackage } from './lint-package.mjs';
import { scanPackage } from './scan-package.mjs';
import { toolingFolder } from './tooling-folder.mjs';

const PACKAGES = [workspaceRoot, join(workspaceRoot, 'task-nodes')];
const LARGEST_BYTES = 150_000;

const tooling = await toolingFolder();
const work = await mkdtemp(join(tmpdir(), 'n8n-checks-'));
let failed = 0;
let passed = 0;
try {
	for (const folder of PACKAGES) await checkPackage(folder);
} finally {
	await rm(work, { recursive: true, force: true });
}
console.log(`n8n checks: ${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;

/** @param {string} folder */
async function checkPackage(folder) {
	const name = textAt(parseJson(await readFile(join(folder, 'package.json'), 'utf8')), 'name');
	const unpacked = join(work, name);
	await check(`${name}: n8n-node lint, strict`, () => lintPackage({ folder, tooling }));
	await check(`${name}: scanner on the sources`, () => scanPackage({ folder, tooling, mode: 'source' }));
	await check(`${name}: tarball under ${LARGEST_BYTES / 1000} kB`, async () => {
		const tarball = await packPackage({ folder, destination: work });
		const { size } = await stat(tarball);
		if (size >= LARGEST_BYTES) throw new ReadableError(`It has ${size} bytes.`);
		await mkdir(unpacked, { recursive: true });
		await runCommand('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
		return `${(size / 1000).toFixed(1)} kB`;
	});
	await check(`${name}: scanner on the tarball`, () => scanPackage({ folder: unpacked, tooling, mode: 'tarball' }));
	await check(`${name}: no runtime dependency`, () => noRuntimeDependency(unpacked));
	await check(`${name}: the tarball contains what the manifest names`, () => namedFilesExist(unpacked));
}

/**
 * @param {string} title
 * @param {() => Promise<string | void>} run its result is printed after the title
 */
async function check(title, run) {
	try {
		const note = await run();
		passed += 1;
		console.log(`ok      ${title}${note ? ` (${note})` : ''}`);
	} catch (error) {
		failed += 1;
		console.log(`FAILED  ${title}\n${messageOf(error)}`);
		if (error instanceof ReadableError && error.whatToDo !== '') console.log(error.whatToDo);
	}
}

/** @param {string} folder of the unpacked tarball */
async function noRuntimeDependency(folder) {
	const manifest = await manifestIn(folder);
	for (const kind of ['dependencies', 'optionalDependencies', 'bundledDependencies']) {
		if (valueAt(manifest, kind) !== undefined) throw new ReadableError(`package.json has "${kind}".`);
	}
}

/** @param {string} folder of the unpacked tarball */
async function namedFilesExist(folder) {
	const manifest = await manifestIn(folder);
	for (const kind of ['nodes', 'credentials']) {
		const files = valueAt(manifest, 'n8n', kind);
		for (const file of Array.isArray(files) ? files : []) await stat(join(folder, String(file)));
	}
}

/** @param {string} folder */
async function manifestIn(folder) {
	return parseJson(await readFile(join(folder, 'package.json'), 'utf8'));
}
