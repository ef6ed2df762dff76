// @ts-check
/**
 * `npm run check:dependencies`: licences of the whole tree, install scripts, known vulnerabilities as far as the registry
 * says, and the bills of materials (CycloneDX) in dist/sbom. With `-- --with-audit` it fails if the registry says nothing.
 */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { listAt, parseJson } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { messageOf } from '../../readable-error.mjs';
import { licenceProblems, lockedPackages } from './licences.mjs';

const PACKAGES = ['agent-knowledge-worker', 'agent-knowledge-sandbox'];
const VULNERABILITIES = 'known vulnerabilities of what users install';
/** A registry without this service; the answer says nothing about vulnerabilities. */
const NO_AUDIT = /\b(404|405|501)\b|audit endpoint returned an error/;

const locked = lockedPackages(parseJson(await readFile(path.join(workspaceRoot, 'package-lock.json'), 'utf8')));
report('licences of what users install', licenceProblems(locked), `${locked.length} packages in the lockfile`);
for (const name of PACKAGES) await writeBillOf(name);
await audit();

/**
 * @param {string} title
 * @param {string[]} problems
 * @param {string} note
 */
function report(title, problems, note) {
	console.log(`${problems.length === 0 ? 'ok     ' : 'FAILED '} ${title} (${note})`);
	for (const problem of problems) console.log(`        ${problem}`);
	if (problems.length > 0) process.exitCode = 1;
}

/** @param {string} name of a package of the workspace */
async function writeBillOf(name) {
	const args = ['sbom', '--sbom-format', 'cyclonedx', '--omit', 'dev', '--package-lock-only', '--workspace', name];
	const output = await runCommand('npm', args, { cwd: workspaceRoot });
	const bill = parseJson(output.slice(output.indexOf('{')));
	const folder = path.join(workspaceRoot, 'dist/sbom');
	await mkdir(folder, { recursive: true });
	await writeFile(path.join(folder, `${name}.cdx.json`), `${JSON.stringify(bill, null, '\t')}\n`);
	const { length } = listAt(bill, 'components');
	report(`bill of materials of ${name}`, length > 100 ? [] : ['It has too few components.'], `${length} components`);
}

async function audit() {
	try {
		await runCommand('npm', ['audit', '--omit', 'dev', '--audit-level', 'high'], { cwd: workspaceRoot });
		report(VULNERABILITIES, [], 'npm audit');
	} catch (error) {
		const message = messageOf(error);
		if (!NO_AUDIT.test(message)) return report(VULNERABILITIES, [message], 'npm audit');
		console.log(`unknown ${VULNERABILITIES}: this registry has no audit. Run it where the registry has one.`);
		if (process.argv.includes('--with-audit')) process.exitCode = 1;
	}
}
