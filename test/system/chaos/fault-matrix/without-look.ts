import { cp, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { bundleWorkflowCode, DefaultLogger } from '@temporalio/worker';
import { workspaceRoot } from '../../../../scripts/build/workspace-root.mjs';
import { allCells, type Cell } from './cells';
import { say } from './report';
import { runMatrix } from './run-matrix';
import { setUp } from './set-up';
import { removeLooks } from './remove-looks';

const FOLDER = join(workspaceRoot, 'test-results', 'chaos-matrix', 'without-look');
const MINUTES = 10;

/** A response that is lost after the effect: a task that does not look repeats the request. */
function isConcerned({ task, fault, point }: Cell): boolean {
	return fault === 'lost-after' && point === 'request' && (task === 'retrain-and-wait' || task === 'add-sources');
}

/** @returns the file with workflows that do not look */
async function bundleWithoutLook(): Promise<string> {
	const workflows = join(FOLDER, 'workflows');
	await rm(FOLDER, { recursive: true, force: true });
	await mkdir(FOLDER, { recursive: true });
	await cp(join(workspaceRoot, 'workflows'), workflows, { recursive: true });
	await removeLooks(workflows);
	const { code } = await bundleWorkflowCode({
		workflowsPath: join(workflows, 'index.ts'),
		failureConverterPath: join(workflows, 'failure-converter.mts'),
		logger: new DefaultLogger('ERROR'),
	});
	const bundle = join(FOLDER, 'workflow-bundle.js');
	await writeFile(bundle, code);
	return bundle;
}

/** Proves that the matrix can fail: with the look removed from a copy of the workflows, its verdict must report doubles. */
async function main(): Promise<boolean> {
	const { world, end } = await setUp('without-look', {
		endedRun: 'kept',
		workflowBundle: await bundleWithoutLook(),
	});
	try {
		const cells = allCells().filter(isConcerned);
		const deadline = Date.now() + MINUTES * 60_000;
		const { reports, figures } = await runMatrix(world, {
			seed: 'without-look',
			runs: cells.length,
			cells,
			deadline,
		});
		const unseen = cells.filter(
			({ task }) =>
				!reports.some(({ cell, problems }) => cell.task === task && problems.some((each) => /doubled/.test(each))),
		);
		for (const { task } of unseen) say(`The look was removed from ${task}, and no double was reported.`);
		say(`With the look removed: ${figures.doubled} doubled, reported as such.`);
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
