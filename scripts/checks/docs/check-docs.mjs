// @ts-check
/**
 * `npm run check:docs`: holds the pages to what they name (files, commands, options, settings), to the form of their code
 * blocks, and to our English, as it does all texts that people read. It prints a line for each problem, and ends with 1
 * if there is one. `-- --changed` reads only the files that have changed since the trunk.
 */
import { parseArgs } from 'node:util';
import { workspaceRoot } from '../../build/workspace-root.mjs';
import { loadReference } from '../../generate/load-reference.mjs';
import { isRecord, listAt, parseJson, valueAt } from '../../json.mjs';
import { runCommand } from '../../processes/run-command.mjs';
import { readRepository } from '../../release/repository/repository.mjs';
import { changedSince } from '../../test/changed-since.mjs';
import { blocksIn, unusedTags } from './code-blocks.mjs';
import { descriptionProblems, sourceProblems } from './english.mjs';
import { fileAt, pages, sources, textFiles } from './files.mjs';
import { readmeProblems, testTableProblems } from './front-pages.mjs';
import { pageProblems } from './page-problems.mjs';
import { repositoryProblems } from './repository-links.mjs';

const { values } = parseArgs({ options: { changed: { type: 'boolean' } } });
const problems = await allProblems(values.changed ? await changedFiles() : null);
for (const problem of problems) console.error(problem);
console.log(`${problems.length} problems in pages and texts`);
process.exitCode = problems.length === 0 ? 0 : 1;

/** @param {Set<string> | null} changed null: all files */
async function allProblems(changed) {
	const isRead = (/** @type {import('./files.mjs').File} */ { file }) => changed === null || changed.has(file);
	const reference = await loadReference();
	const repository = await readRepository();
	const named = valueAt(manifestAt('package.json'), 'scripts');
	const scripts = isRecord(named) ? Object.keys(named) : [];
	const products = { scripts, agentKnowledge: programOf(reference), parseConfig: reference.parseConfig };
	return [
		...pages()
			.filter(isRead)
			.flatMap((page) => pageProblems(page, products)),
		...unusedTags(pages().flatMap(blocksIn)),
		...readmeProblems(fileAt('README.md').text, ['package.json', 'task-nodes/package.json'].map(keywordsOf)),
		...testTableProblems(fileAt('CONTRIBUTING.md').text, scripts),
		...sources().filter(isRead).flatMap(sourceProblems),
		...(await textFiles()).filter(isRead).flatMap((file) => repositoryProblems(file, repository)),
		...[reference.agentKnowledge, ...reference.nodes].flatMap(({ description }) =>
			descriptionProblems(description.name, description),
		),
		...reference.credentials.flatMap((credential) => descriptionProblems(credential.name, credential)),
		...descriptionProblems('openapi', reference.openApiDocument({ serverUrl: 'https://agents.example.com' })),
		...descriptionProblems('openapi of the gateway', await reference.openApi()),
	];
}

/** The files that have changed since the trunk, those that are not committed included. */
async function changedFiles() {
	const git = (/** @type {string[]} */ ...args) => runCommand('git', args, { cwd: workspaceRoot });
	const listed = [
		await git('diff', '--name-only', '-z', await changedSince()),
		await git('ls-files', '--others', '--exclude-standard', '-z'),
	];
	return new Set(listed.flatMap((names) => names.split('\0')));
}

/** @param {import('../../generate/load-reference.mjs').Reference} reference */
function programOf(reference) {
	const nothing = () => undefined;
	return reference.programOf({ result: nothing, note: nothing, interactive: false, screen: null, env: {}, cwd: '/' });
}

/** @param {string} file */
function manifestAt(file) {
	return parseJson(fileAt(file).text);
}

/** @param {string} file */
function keywordsOf(file) {
	return { file, keywords: listAt(manifestAt(file), 'keywords').map(String) };
}
