// @ts-check
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { workspaceRoot } from '../build/workspace-root.mjs';
import { directDependencies } from '../checks/dependencies/direct-dependencies.mjs';
import { EXCEPTIONS, lockedPackages } from '../checks/dependencies/licences.mjs';
import { bundled, reasons } from '../checks/dependencies/reasons.mjs';
import { notes, INSTALL_SCRIPTS } from '../checks/dependencies/notes.mjs';
import { parseJson, textAt, valueAt } from '../json.mjs';
import { markdownTable, wrapped } from '../markdown.mjs';

const NAMES = /** @type {Record<string, string>} */ ({ '.': 'node', 'task-nodes': 'task nodes', api: 'contract' });

/** The page docs/dependencies.md: why each direct dependency is there, its licence and its last release. */
export async function dependenciesPage() {
	const direct = await directDependencies();
	const stored = parseJson(
		await readFile(path.join(workspaceRoot, 'scripts/checks/dependencies/releases.json'), 'utf8'),
	);
	const locked = lockedPackages(parseJson(await readFile(path.join(workspaceRoot, 'package-lock.json'), 'utf8')));
	const licences = new Map(locked.map(({ name, version, licence }) => [`${name}@${version}`, licence]));
	const rows = direct.map(({ name, version, usedBy }) => {
		const release = valueAt(stored, 'releases', name);
		const isNewest = textAt(release, 'latest') === version;
		return [
			`\`${name}\``,
			version,
			reasons[name] ?? bundled[name] ?? '',
			usedBy.map((folder) => NAMES[folder] ?? folder).join(', '),
			licences.get(`${name}@${version}`) ?? '',
			textAt(release, 'released'),
			isNewest ? 'this one' : newestOf(release),
		];
	});
	const runtime = locked.filter(({ isDev }) => !isDev);
	return [
		'<!-- Generated from the manifests and scripts/checks/dependencies by `npm run generate`; do not edit. -->',
		'',
		'# Dependencies',
		'',
		`For operators and auditors: this page says why each of the ${direct.length} direct runtime dependencies is there.`,
		'',
		`For example, \`zod\` checks everything that comes from outside. The registry was asked on ${textAt(stored, 'lookedUp')}.`,
		'`npm run dependencies:look-up` asks it again.',
		'',
		...markdownTable(['Package', 'Version', 'Reason', 'Used by', 'Licence', 'Released', 'Newest'], rows),
		'The two n8n packages have no runtime dependency. The worker has its console built in, so users do not install',
		'preact.',
		'',
		'## Versions that are not the newest',
		'',
		'The worker and the sandbox support Node 22.19, so a version that needs a newer Node is too new. Other versions are',
		'renewed together, once the tests have run with them.',
		'',
		...notes.map(({ packages, why }) => wrapped(`- **${packages.join(', ')}:** ${why}`, '  ')),
		'',
		'## Licences',
		'',
		`Of the ${runtime.length} packages of the whole tree that users install, each has a licence that asks for no more than its`,
		'text. A test checks the list in `scripts/checks/dependencies/licences.mjs`. The exceptions are:',
		'',
		...EXCEPTIONS.map(({ licence, why }) => wrapped(`- **${licence}:** ${why}.`, '  ')),
		'',
		'## Install scripts',
		'',
		'`npm ci` runs no scripts (`.npmrc`), and `npm ci --ignore-scripts` is enough. These packages have a script that does not',
		'run:',
		'',
		...Object.entries(INSTALL_SCRIPTS).map(([name, what]) => wrapped(`- **${name}:** ${what}.`, '  ')),
		'',
	].join('\n');
}

/** @param {unknown} release as look-up-releases.mjs stores it */
function newestOf(release) {
	const needs = textAt(release, 'latestNeeds');
	const newest = `${textAt(release, 'latest')}, ${textAt(release, 'latestReleased')}`;
	return needs === '' ? newest : `${newest}, Node ${needs}`;
}
