import { TASK_TYPES } from '../../../workflows/contracts';
import { definitions } from '../../../worker/tasks/definitions';
import * as workflows from '../../../workflows';
import { bundleWorkflows } from '../../../worker/bootstrap/workflow-bundle';

describe('the workflow bundle', () => {
	it('holds no zod and no client', async () => {
		const { code } = await bundleWorkflows();
		expect(code).toContain('retrainAndWait');
		expect(code).not.toMatch(/ZodError|ZodObject|node_modules\/zod/);
		expect(code).not.toMatch(/node_modules\/(?:axios|undici)/);
	});
});

describe('the definitions', () => {
	it('names workflows that exist and has schemas for every task', () => {
		expect(Object.keys(definitions).sort()).toEqual([...TASK_TYPES].sort());
		for (const { workflow } of Object.values(definitions)) expect(Object.keys(workflows)).toContain(workflow);
	});
});
