import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { workspaceRoot } from '../../../scripts/build/workspace-root.mjs';
import { resources } from '../../../task-nodes/nodes/AgentKnowledgeTask/actions/registry';

const flowSchema = z.object({
	nodes: z.array(z.object({ type: z.string(), parameters: z.record(z.string(), z.unknown()) })),
});

/** The flow that test/system/e2e/task-operations.test.ts runs in real n8n. */
it('has each operation of the Task node in the flow that runs them all in n8n', async () => {
	const text = await readFile(join(workspaceRoot, 'test/system/e2e/flows/task-operations.json'), 'utf8');
	const walked = flowSchema
		.parse(JSON.parse(text))
		.nodes.filter(({ type }) => type.endsWith('.agentKnowledgeTask'))
		.map(({ parameters }) => `${String(parameters['resource'])}.${String(parameters['operation'])}`);

	const operations = resources.flatMap(({ value, operations: all }) => all.map((one) => `${value}.${one.value}`));
	expect([...new Set(walked)].sort()).toEqual(operations.sort());
});
