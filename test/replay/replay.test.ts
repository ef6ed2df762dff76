import { readdirSync } from 'node:fs';
import { Worker } from '@temporalio/worker';
import { bundleWorkflows } from '../../worker/temporal/workflow-bundle';
import { HISTORIES, storedHistory } from './record-history';

const files = readdirSync(HISTORIES).filter((file) => file.endsWith('.json'));
let workflowBundle: Awaited<ReturnType<typeof bundleWorkflows>>;

beforeAll(async () => {
	workflowBundle = await bundleWorkflows();
});

describe("today's workflows", () => {
	it.each(files)('go on with %s as it was begun', async (file) => {
		const history = await storedHistory(file);
		await expect(Worker.runReplayHistory({ workflowBundle }, history)).resolves.toBeUndefined();
	});

	it('have a history to be held against', () => {
		expect(files).not.toHaveLength(0);
	});
});
