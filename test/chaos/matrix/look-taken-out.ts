import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { allCells, type Cell } from './cells';
import { say } from './report';
import { runMatrix } from './run-matrix';
import { setUp } from './set-up';

const FOLDER = join(workspaceRoot, 'test-results', 'chaos-matrix', 'look-taken-out');
const MINUTES = 10;

/** Where the workflows look before they repeat a keyless write, and what stands there in the copy instead. */
const PATCHES = [
	{
		file: 'retrain/look-after.ts',
		look: 'const now = await look(task);\n\t\tif (state.lost > 1',
		instead: 'const now = state.seen ?? (await look(task));\n\t\tif (state.lost > 1',
	},
	{
		file: 'add-sources/add-one.ts',
		look: 'await sleep(task.settleMs);\n\t\tconst found = await lookForNew(task, index, row);',
		instead: 'const found: number[] = index < 0 ? await lookForNew(task, index, row) : [];',
	},
];

/** An answer that is lost after the effect: who does not look repeats it. */
function isConcerned({ task, fault, point }: Cell): boolean {
	return fault === 'lost-after' && point === 'request' && (task === 'retrain-and-wait' || task === 'add-sources');
}

/** @returns the file with workflows that do not look. @throws when they look in another way than this knows */
async function bundleWithoutLook(): Promise<string> {
	const workflows = join(FOLDER, 'workflows');
	await rm(FOLDER, { recursive: true, force: true });
	await mkdir(FOLDER, { recursive: true });
	await cp(join(workspaceRoot, 'workflows'), workflows, { recursive: true });
	for (const { file, look, instead } of PATCHES) {
		const path = join(workflows, file);
		const source = await readFile(path, 'utf8');
		if (source.split(look).length !== 2) throw new Error(`${file} does not look where it did: change the patch.`);
		await writeFile(path, source.replace(look, instead));
	}
	const { code } = await bundleWorkflowCode({
		workflowsPath: join(workflows, 'index.ts'),
		failureConverterPath: join(workflows, 'failure-converter.ts'),
		logger: new DefaultLogger('ERROR'),
	});
	const bundle = join(FOLDER, 'workflow-bundle.js');
	await writeFile(bundle, code);
	return bundle;
}

/** Shows that the matrix can fail: with the look taken out of a copy, its verdict must report doubles. */
async function main(): Promise<boolean> {
	const { world, end } = await setUp('look-taken-out', await bundleWithoutLook());
	try {
		const cells = allCells().filter(isConcerned);
		const deadline = Date.now() + MINUTES * 60_000;
		const { reports, figures } = await runMatrix(world, {
			seed: 'look-taken-out',
			runs: cells.length,
			cells,
			deadline,
		});
		const unseen = cells.filter(
			({ task }) =>
				!reports.some(({ cell, problems }) => cell.task === task && problems.some((each) => /doubled/.test(each))),
		);
		for (const { task } of unseen) say(`The look was taken out of ${task}, and no double was reported.`);
		say(`With the look taken out: ${figures.doubled} doubled, reported as such.`);
		return unseen.length === 0 && figures.doubled >= cells.length;
	} finally {
		await end(false);
	}
}

main().then(
	(passed) => process.exit(passed ? 0 : 1),
	(error: unknown) => {
		say(error instanceof Error ? (error.stack ?? error.message) : String(error));
		process.exit(1);
	},
);
