import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DeterminismViolationError } from '@temporalio/workflow';
import { type ReplayWorkerOptions, Worker } from '@temporalio/worker';
import { useRuntime } from '../../support/temporal/use-runtime';
import { sourceBundle } from '../../support/source-bundle';
import { bundleChanged } from './changed-workflows';
import { CHANGES } from './changes';
import { HISTORIES, storedHistory } from './record-history';

type Bundle = NonNullable<ReplayWorkerOptions['workflowBundle']>;

useRuntime();

/** REPLAY_ONLY: part of a history's name, to replay that one alone under a debugger. */
const only = process.env['REPLAY_ONLY'] ?? '';
const files = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter(
	(file) => file.endsWith('.json') && file.includes(only),
);
const nameOf = (file: string) => path.basename(file);
const isHappy = (file: string) => nameOf(file) === HAPPY;
const HAPPY = 'retrain-and-wait.v1.hour.json';

/**
 * Replays all histories in one worker, which loads the workflows once.
 * @returns by file: what the replay found, `undefined` if nothing
 */
async function replayAll(workflowBundle: Bundle): Promise<Map<string, Error | undefined>> {
	const histories = await Promise.all(
		files.map(async (file) => {
			const history = await storedHistory(file);
			const { workflowId, originalExecutionRunId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
			return { file, history, workflowId: workflowId ?? '', runId: originalExecutionRunId ?? '' };
		}),
	);
	const found = new Map<string, Error | undefined>();
	for await (const { runId, error } of Worker.runReplayHistories({ workflowBundle }, histories)) {
		found.set(runId, error);
	}
	return new Map(
		histories.map(({ file, runId }) => {
			if (!found.has(runId)) throw new Error(`${file} was not replayed.`);
			return [file, found.get(runId)];
		}),
	);
}

describe("today's workflows", () => {
	let today: Map<string, Error | undefined>;
	beforeAll(async () => {
		today = await replayAll(await sourceBundle());
	});

	it.each(files)('go on with %s as it was begun', (file) => {
		expect(today.get(file)).toBeUndefined();
	});
});

describe('workflows that were changed', () => {
	let changed: Map<string, Error | undefined>;
	beforeAll(async () => {
		changed = await replayAll(await bundleChanged(Object.values(CHANGES)));
	});

	it.each(files.filter((file) => !isHappy(file)))('do not go on with %s', (file) => {
		expect(changed.get(file)).toBeInstanceOf(DeterminismViolationError);
	});

	it.each(files.filter(isHappy))('go on with %s, which meets none of the changes', (file) => {
		expect(changed.get(file)).toBeUndefined();
	});

	it('are tried on every history', () => {
		const named = [...Object.keys(CHANGES), HAPPY].filter((name) => name.includes(only));
		expect(named.sort()).toEqual([...new Set(files.map(nameOf))].sort());
	});
});
