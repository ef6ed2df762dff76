import { readdirSync } from 'node:fs';
import path from 'node:path';
import { DeterminismViolationError } from '@temporalio/workflow';
import { Worker } from '@temporalio/worker';
import { useRuntime } from '../support/temporal/use-runtime';
import { bundleWorkflows } from '../../worker/bootstrap/workflow-bundle';
import { bundleChanged } from './changed-workflows';
import { CHANGES } from './changes';
import { HISTORIES, storedHistory } from './record-history';

type Bundle = Awaited<ReturnType<typeof bundleWorkflows>>;

useRuntime();

const files = readdirSync(HISTORIES, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.json'));
const nameOf = (file: string) => path.basename(file);
const isHappy = (file: string) => nameOf(file) === HAPPY;
const HAPPY = 'retrain-and-wait.v1.hour.json';

async function replay(workflowBundle: Bundle, file: string): Promise<void> {
	const history = await storedHistory(file);
	// Ids of what it started are made of its own.
	const { workflowId } = history.events?.[0]?.workflowExecutionStartedEventAttributes ?? {};
	await Worker.runReplayHistory({ workflowBundle }, history, workflowId ?? undefined);
}

describe("today's workflows", () => {
	let today: Bundle;
	beforeAll(async () => {
		today = await bundleWorkflows();
	});

	it.each(files)('go on with %s as it was begun', async (file) => {
		await expect(replay(today, file)).resolves.toBeUndefined();
	});
});

describe('workflows that were changed', () => {
	let changed: Bundle;
	beforeAll(async () => {
		changed = await bundleChanged(Object.values(CHANGES));
	});

	it.each(files.filter((file) => !isHappy(file)))('do not go on with %s', async (file) => {
		await expect(replay(changed, file)).rejects.toThrow(DeterminismViolationError);
	});

	it.each(files.filter(isHappy))('go on with %s, which meets none of the changes', async (file) => {
		await expect(replay(changed, file)).resolves.toBeUndefined();
	});

	it('are tried on every history', () => {
		expect([...Object.keys(CHANGES), HAPPY].sort()).toEqual([...new Set(files.map(nameOf))].sort());
	});
});
