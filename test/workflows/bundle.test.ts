import { catalogue } from '../../workflows/catalogue';
import * as workflows from '../../workflows';
import { taskSchemas } from '../../worker/tasks';
import { bundleWorkflows } from '../../worker/bootstrap/workflow-bundle';

describe('the workflow bundle', () => {
	it('holds no zod and no client', async () => {
		const { code } = await bundleWorkflows();
		expect(code).toContain('retrainAndWait');
		expect(code).not.toMatch(/ZodError|ZodObject|node_modules\/zod/);
		expect(code).not.toMatch(/node_modules\/axios/);
	});
});

describe('the catalogue', () => {
	it('names workflows that exist and has schemas for every task', () => {
		expect(Object.keys(taskSchemas).sort()).toEqual(Object.keys(catalogue).sort());
		for (const { workflow } of Object.values(catalogue)) expect(Object.keys(workflows)).toContain(workflow);
	});
});
